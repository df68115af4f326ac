import type { LiveEvent } from '@xyxlx/contracts/job';
import { paths } from '@xyxlx/contracts/paths';
import type { Tone } from '@xyxlx/contracts/words';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../kit/plain-button.tsx';
import { PlainLink } from '../../kit/plain-link.tsx';
import { PlainPage } from '../../kit/plain-page.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { useLiveEvents, useLiveStatus } from '../../kit/use-live.ts';
import { type LiveState, live } from '../../lib/live.ts';
import { readToken } from '../../lib/storage.ts';
import { momentText } from '../../lib/time.ts';
import styles from './live-channel-page.module.css';
import { useSecondsUntil } from './use-seconds-until.ts';

interface Heard {
  number: number;
  at: string;
  event: LiveEvent;
}

const maxShown = 100;
const tones: Record<LiveState, Tone> = {
  off: 'quiet',
  connecting: 'waiting',
  open: 'good',
  waiting: 'bad',
};

/** 实时通道: how the live channel stands and what it says, to find out why something does not arrive. */
export function Component() {
  const { t } = useTranslation('live-channel');
  const [isSignedIn] = useState(() => readToken() !== null);
  return (
    <PlainPage title={t('title')} lead={t('lead')}>
      {isSignedIn ? (
        <Channel />
      ) : (
        <div className={`${styles.panel} ${styles.signIn}`}>
          <p>{t('signIn.words')}</p>
          <PlainLink look="primary" to={`${paths.login}?redirect=/websocket`}>
            {t('signIn')}
          </PlainLink>
        </div>
      )}
    </PlainPage>
  );
}

function Channel() {
  const { t } = useTranslation('live-channel');
  const { state, tries, retryAt, latencyMs } = useLiveStatus();
  const seconds = useSecondsUntil(retryAt);
  const [heard, setHeard] = useState<Heard[]>([]);

  useLiveEvents((event) => {
    setHeard((before) => {
      const number = (before[0]?.number ?? 0) + 1;
      return [{ number, at: new Date().toISOString(), event }, ...before].slice(0, maxShown);
    });
  });

  return (
    <>
      <dl className={`${styles.panel} ${styles.facts}`}>
        <dt>{t('state')}</dt>
        <dd>
          <ToneTag tone={tones[state]}>{t(`state.${state}`)}</ToneTag>
        </dd>
        <dt>{t('latency')}</dt>
        <dd className="figures">{latencyMs === null ? '—' : t('latency.ms', { ms: latencyMs })}</dd>
        <dt>{t('tries')}</dt>
        <dd className="figures">
          {tries}
          {seconds !== null && ` · ${t('retryIn', { seconds })}`}
        </dd>
        <dd className={styles.actions}>
          <PlainButton size="small" onClick={() => live.reconnect()}>
            {t('reconnect')}
          </PlainButton>
          <PlainButton size="small" onClick={() => setHeard([])}>
            {t('clear')}
          </PlainButton>
        </dd>
      </dl>
      <section className={styles.panel} aria-label={t('events')}>
        <h2 className={styles.heading}>{t('events')}</h2>
        {heard.length === 0 && <p className={styles.none}>{t('events.none')}</p>}
        <ol className={styles.events} aria-live="polite">
          {heard.map(({ number, at, event }) => (
            <li key={number}>
              <time dateTime={at}>{momentText(at)}</time>
              <strong>{event.type}</strong>
              <code>{JSON.stringify(withoutType(event))}</code>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function withoutType({ type: _type, ...rest }: LiveEvent) {
  return rest;
}

import type { SubAppRow } from '@xyxlx/contracts/sub-app';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusPage } from '../../kit/status-page.tsx';
import { useLabel } from '../../lib/label.ts';
import styles from './embedded-frame.module.css';
import { useSharedSession } from './use-shared-session.ts';
import { drop, embed } from './wujie.ts';

// The frame loader gives its frame as long to get ready.
const readyWithinMs = 5000;

/** Shows one sub-application and what the user can do when it does not come. */
export function EmbeddedFrame({ app }: { app: SubAppRow }) {
  const { t } = useTranslation(['sub-app', 'common']);
  const label = useLabel();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [round, setRound] = useState(1);
  useSharedSession();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try.
  useEffect(() => {
    if (!place.current) return;
    let isCurrent = true;
    const settle = (next: 'shown' | 'failed') => {
      if (isCurrent) setState(next);
    };
    const late = setTimeout(() => settle('failed'), readyWithinMs);
    embed(app.code, app.address, place.current)
      .then(
        () => settle('shown'),
        () => settle('failed'),
      )
      .finally(() => clearTimeout(late));
    return () => {
      isCurrent = false;
      clearTimeout(late);
    };
  }, [app.code, app.address, round]);

  async function retry(): Promise<void> {
    await drop(app.code);
    setState('loading');
    setRound(round + 1);
  }

  return (
    <section aria-label={label(app.name)} aria-busy={state === 'loading'} className={styles.frame}>
      {state === 'loading' && <p className={styles.waiting}>{t('common:loading')}</p>}
      {state === 'failed' && (
        <StatusPage
          mark="!"
          title={t('failed.title', { name: label(app.name) })}
          actions={
            <Button type="primary" onClick={retry}>
              {t('common:retry')}
            </Button>
          }
        >
          <p>{t('failed.words')}</p>
        </StatusPage>
      )}
      <div ref={place} className={styles.place} hidden={state === 'failed'} />
    </section>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import {
  type PageKind,
  type TimelineEntry,
  type TimelineKind,
  timelineKindWords,
} from '@xyxlx/contracts/timeline';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, client } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText } from '../../lib/money.ts';
import { actorName } from '../../lib/stamp.ts';
import { dayText, minuteText } from '../../lib/time.ts';
import { Failed } from '../failed.tsx';
import { RecordLink } from '../record-link.tsx';
import { StateTag } from '../state-tag.tsx';
import styles from './timeline.module.css';

/** All that touched a record, the newest first, day by day; of a kind alone where one is chosen. */
export function Timeline({ of, id }: { of: PageKind; id: string }) {
  const { t } = useTranslation(['kit', 'common']);
  const label = useLabel();
  const [chosen, setChosen] = useState<TimelineKind | null>(null);
  const asked = { id, ...(chosen && { kind: [chosen] }) };
  const { data, error, isPlaceholderData, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: [...api[of].queryTimeline.pathKey(), asked],
      queryFn: ({ pageParam, signal }) =>
        client[of].queryTimeline.query({ ...asked, ...(pageParam && { cursor: pageParam }) }, { signal }),
      initialPageParam: '',
      getNextPageParam: ({ cursor }) => cursor,
      // The choices stay where they are while what is chosen is read.
      placeholderData: (previous) => previous,
    });
  const entries = data?.pages.flatMap(({ list }) => list) ?? [];
  const kinds = data?.pages[0]?.kinds ?? [];
  if (!data)
    return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <>
      {kinds.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a row of switches is no set of fields.
        <div role="group" aria-label={t('timeline.kinds')} className={styles.kinds}>
          {[null, ...kinds].map((kind) => (
            <button
              key={kind ?? ''}
              type="button"
              aria-pressed={chosen === kind}
              onClick={() => setChosen(kind)}
            >
              {kind ? label(timelineKindWords[kind]) : t('timeline.all')}
            </button>
          ))}
        </div>
      )}
      <ol className={styles.days} aria-busy={isPlaceholderData}>
        {[...Map.groupBy(entries, dayOf)].map(([day, ofDay]) => (
          <li key={day}>
            <h3 className="figures">{day}</h3>
            <ol className={styles.entries}>
              {ofDay.map((entry) => (
                <Entry key={entry.id} entry={entry} of={of} id={id} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {entries.length === 0 && <p className={styles.end}>{t('timeline.none')}</p>}
      {hasNextPage && (
        <Button block loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('timeline.more')}
        </Button>
      )}
    </>
  );
}

interface EntryProps {
  entry: TimelineEntry;
  of: PageKind;
  id: string;
}

function Entry({ entry, of, id }: EntryProps) {
  const { t } = useTranslation('kit');
  const label = useLabel();
  const { kind, at, day, by, title, state, amount, text, about } = entry;
  return (
    <li className={styles.entry} data-kind={kind}>
      <time dateTime={day ?? at} className={`figures ${styles.time}`}>
        {day ? t('timeline.day') : minuteText(at).slice(11)}
      </time>
      <div>
        <div className={styles.what}>
          <strong>{label(title)}</strong>
          {state && <StateTag words={{ ...state.words, tone: state.tone }} />}
          {amount !== null && <span className={styles.amount}>{amountText(amount)}</span>}
        </div>
        {text && <div className={styles.more}>{text}</div>}
        <div className={styles.more}>
          {by && <span>{actorName(by)} </span>}
          {about && <RecordLink type={about.type} id={about.id} name={about.number ?? t('timeline.open')} />}
          {day && of === 'merchant' && (
            <Link to={`${paths.storeBill}?merchantId=${id}&paid=${day}..${day}`}>{t('timeline.ofDay')}</Link>
          )}
        </div>
      </div>
    </li>
  );
}

function dayOf({ day, at }: TimelineEntry): string {
  return day ?? dayText(at);
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { cardFlowKindWords } from '@xyxlx/contracts/card-kinds';
import { useTranslation } from 'react-i18next';
import { Money } from '../../kit/money.tsx';
import { api, client } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import { ByMonth } from './by-month.tsx';
import styles from './own.module.css';
import { useMonth } from './use-month.ts';

/** What moved a card, month by month. */
export function Flows({ cardId }: { cardId: string }) {
  const { t } = useTranslation('own');
  const label = useLabel();
  const month = useMonth();
  const asked = { cardId, ...month.span };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.own.queryFlow.pathKey(), asked],
    queryFn: ({ pageParam, signal }) =>
      client.own.queryFlow.query({ ...asked, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });
  return (
    <ByMonth
      month={month}
      label={t('card.flows')}
      rows={data?.pages.flatMap(({ list }) => list)}
      error={error}
      onRetry={refetch}
      rowId={({ seq }) => String(seq)}
      more={hasNextPage ? () => fetchNextPage() : undefined}
    >
      {({ kind, deltaAmount, balanceAfter, remark, createdAt }) => (
        <>
          <div>
            <div>{label(cardFlowKindWords[kind])}</div>
            <div className={styles.small}>{[minuteText(createdAt), remark].filter(Boolean).join(' · ')}</div>
          </div>
          <div className={styles.end}>
            <Money fen={deltaAmount} difference />
            <div className={styles.small}>{t('flow.after', { amount: amountText(balanceAfter) })}</div>
          </div>
        </>
      )}
    </ByMonth>
  );
}

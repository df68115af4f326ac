import { useInfiniteQuery } from '@tanstack/react-query';
import { authorizationStateWords, responseWords } from '@xyxlx/contracts/card-spending-kinds';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';
import { api, client } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import { ByMonth } from './by-month.tsx';
import styles from './own.module.css';
import { useMonth } from './use-month.ts';

/** What was asked of a card month by month, and in words why it was declined. */
export function Authorizations({ cardId }: { cardId: string }) {
  const { t } = useTranslation('own');
  const label = useLabel();
  const month = useMonth();
  const asked = { cardId, ...month.span };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.own.queryAuthorization.pathKey(), asked],
    queryFn: ({ pageParam, signal }) =>
      client.own.queryAuthorization.query({ ...asked, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });
  return (
    <ByMonth
      month={month}
      label={t('card.asked')}
      rows={data?.pages.flatMap(({ list }) => list)}
      error={error}
      onRetry={refetch}
      rowId={({ id }) => id}
      more={hasNextPage ? () => fetchNextPage() : undefined}
    >
      {({ payee, amount, approvedAmount, state, responseCode, availableBalance, createdAt }) => (
        <>
          <div>
            <div>{payee?.name ?? t('asked.unknownPayee')}</div>
            <div className={styles.small}>{minuteText(createdAt)}</div>
            {state === 'DECLINED' && (
              <div className={styles.why}>
                {t('asked.declined', { reason: label(responseWords[responseCode]) })}
                {availableBalance !== null && t('asked.left', { amount: amountText(availableBalance) })}
              </div>
            )}
            {state !== 'DECLINED' && approvedAmount < amount && (
              <div className={styles.small}>{t('asked.partly', { amount: amountText(approvedAmount) })}</div>
            )}
          </div>
          <div className={styles.end}>
            <span className="figures">{amountText(amount)}</span>
            <div>
              <StateTag words={authorizationStateWords[state]} />
            </div>
          </div>
        </>
      )}
    </ByMonth>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { consumptionCategoryWords, consumptionStateWords } from '@xyxlx/contracts/consumption';
import type { OwnPayment } from '@xyxlx/contracts/own';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';
import { api, client } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { amountText } from '../../lib/money.ts';
import { minuteText } from '../../lib/time.ts';
import { ByMonth } from './by-month.tsx';
import styles from './own.module.css';
import { useMonth } from './use-month.ts';

/** One's own payments and refunds month by month, and in words why one was declined. */
export function Payments() {
  const { t } = useTranslation('own');
  const label = useLabel();
  const month = useMonth();
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.own.queryPayment.pathKey(), month.span],
    queryFn: ({ pageParam, signal }) =>
      client.own.queryPayment.query({ ...month.span, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });
  return (
    <section className={styles.panel}>
      <ByMonth
        month={month}
        label={t('tab.payments')}
        rows={data?.pages.flatMap(({ list }) => list)}
        error={error}
        onRetry={refetch}
        rowId={({ id }) => id}
        more={hasNextPage ? () => fetchNextPage() : undefined}
      >
        {({ payee, type, amount, personalAmount, category, state, declined, paidAt }) => (
          <>
            <div>
              <div>{payee.name}</div>
              <div className={styles.small}>
                {[minuteText(paidAt), label(consumptionCategoryWords[category])].join(' · ')}
              </div>
              {personalAmount > 0 && state !== 'FAILED' && (
                <div className={styles.small}>
                  {t('payment.personal', { amount: amountText(personalAmount) })}
                </div>
              )}
              {declined !== null && (
                <div className={styles.why}>{t('asked.declined', { reason: declined })}</div>
              )}
            </div>
            <div className={styles.end}>
              <span className="figures">{moved(type, state, amount)}</span>
              <div>
                <StateTag words={consumptionStateWords[state]} />
              </div>
            </div>
          </>
        )}
      </ByMonth>
    </section>
  );
}

/** What it did to one's money; a declined payment did nothing. */
function moved(type: OwnPayment['type'], state: OwnPayment['state'], amount: number): string {
  if (state === 'FAILED') return amountText(amount);
  return type === 'REFUND' ? `+${amountText(amount)}` : amountText(-amount);
}

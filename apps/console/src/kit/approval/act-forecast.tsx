import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ActForecast as Forecast } from '@xyxlx/contracts/approval';
import { Alert } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { amountText, countText, yuanText } from '../../lib/money.ts';
import styles from './act-forecast.module.css';

/** So many names are shown; who else may decide is a matter of their roles. */
const namedAtMost = 5;

interface ActForecastProps {
  /** The kind of act, as the approvals call it. */
  subjectType: string;
  /** Whose company's fund it touches, if any. */
  merchantId?: string;
  /** What it moves, in fen; 0 while that is not known yet. */
  amount: number;
  /** The records that it moves money for. */
  count?: number;
  /** What it gives to the company's fund, in fen; negative: what it takes. */
  fundDelta?: number;
}

/** Before an act: the company's fund as it is and will be, and who will have to agree. The service alone decides. */
export function ActForecast({ subjectType, merchantId, amount, count = 1, fundDelta = 0 }: ActForecastProps) {
  const { t } = useTranslation('kit');
  const asked = useDeferredValue(amount);
  const { data } = useQuery(
    api.approval.forecastAct.queryOptions(
      { subjectType, amount: asked, count, ...(merchantId && { merchantId }) },
      { placeholderData: keepPreviousData, trpc: { context: { background: true } } },
    ),
  );
  if (!data) return null;
  return (
    <>
      <dl className={styles.facts} aria-label={t('act.forecast')}>
        {data.fundBalance !== null && <Fund before={data.fundBalance} after={data.fundBalance + fundDelta} />}
        <div>
          <dt>{t('act.today')}</dt>
          <dd>{amountText(data.dayAmount)}</dd>
        </div>
      </dl>
      {data.waits && <Waits forecast={data} />}
    </>
  );
}

function Fund({ before, after }: { before: number; after: number }) {
  const { t } = useTranslation('kit');
  return (
    <div>
      <dt>{t('act.fund')}</dt>
      <dd>
        {amountText(before)}
        {after !== before && (
          <strong className={after < 0 ? styles.short : undefined}> → {amountText(after)}</strong>
        )}
      </dd>
    </div>
  );
}

function Waits({ forecast: { threshold, mayDecide } }: { forecast: Forecast }) {
  const { t } = useTranslation('kit');
  const names = mayDecide
    .slice(0, namedAtMost)
    .map(({ name, roles }) => t('act.person', { name, roles: roles.join(t('approval.comma')) }));
  const who =
    names.length === 0
      ? t('approval.nobody')
      : t(mayDecide.length > namedAtMost ? 'approval.mayDecideMore' : 'approval.mayDecide', {
          names: names.join(t('approval.comma')),
          total: mayDecide.length,
        });
  const limits =
    threshold.count === null || threshold.dayCount === null
      ? t('act.over', { amount: yuanText(threshold.amount), day: yuanText(threshold.dayAmount) })
      : t('act.overCounts', {
          amount: yuanText(threshold.amount),
          day: yuanText(threshold.dayAmount),
          total: countText(threshold.count),
          dayTotal: countText(threshold.dayCount),
        });
  return (
    <Alert
      type={names.length === 0 ? 'warning' : 'info'}
      showIcon
      title={t('act.waits')}
      description={
        <>
          {limits}
          <br />
          {who}
        </>
      }
      className={styles.waits}
    />
  );
}

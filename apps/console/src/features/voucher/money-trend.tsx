import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TrendChart } from '../../kit/trend-chart.tsx';
import { api } from '../../lib/api.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { amountText, shortYuan } from '../../lib/money.ts';

const parts = [
  { key: 'fundBalance', color: 'var(--brand)' },
  { key: 'limitBalance', color: 'var(--accent)' },
  { key: 'cardBalance', color: 'var(--ink-soft)' },
] as const;

/** Where the tenant's money lay on each of the last ninety days: funds, limits, cards. */
export function MoneyTrend() {
  const { t } = useTranslation('voucher');
  const { data } = useQuery(api.voucher.queryBalanceTrend.queryOptions({ days: 90 }));
  if (!data) return null;
  return (
    <section>
      <h3>{t('trend.title')}</h3>
      <TrendChart
        label={t('trend.title')}
        points={data.map(({ day }) => day)}
        series={parts.map(({ key, color }) => ({
          key,
          color,
          label: t(`trend.${key}`),
          isArea: true,
          values: data.map((day) => day[key]),
        }))}
        isStacked
        pointText={(day) => day.slice(5)}
        axisText={(fen) => shortYuan(fen, currentLanguage())}
        valueText={amountText}
      />
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import { TrendChart } from '../../kit/trend-chart.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { amountText, shortYuan } from '../../lib/money.ts';
import type { Home } from './home.ts';

/** Consumption and refunds of the last 30 days. */
export function Trend({ trend }: { trend: Home['trend'] }) {
  const { t } = useTranslation('home');
  return (
    <TrendChart
      label={t('trend.title')}
      points={trend.map(({ day }) => day)}
      series={[
        {
          key: 'consume',
          label: t('trend.consume'),
          color: 'var(--brand)',
          isArea: true,
          values: trend.map(({ consumeAmount }) => consumeAmount),
        },
        {
          key: 'refund',
          label: t('trend.refund'),
          color: 'var(--accent)',
          values: trend.map(({ refundAmount }) => refundAmount),
        },
      ]}
      pointText={(day) => day.slice(5)}
      axisText={(fen) => shortYuan(fen, currentLanguage())}
      valueText={amountText}
    />
  );
}

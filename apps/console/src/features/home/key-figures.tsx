import { useTranslation } from 'react-i18next';
import { Figures } from '../../kit/figures.tsx';
import { amountText, countText } from '../../lib/money.ts';
import type { Home } from './home.ts';

/** Funds, limits in flight, today's spend and refunds. */
export function KeyFigures({ home }: { home: Home }) {
  const { t } = useTranslation('home');
  const { fund, limits, spend } = home;
  return (
    <Figures
      label={t('figures.title')}
      items={[
        {
          key: 'fund',
          label: t('figures.fund'),
          value: amountText(fund.availableBalance),
          hint: t('figures.frozen', { amount: amountText(fund.frozenBalance) }),
        },
        {
          key: 'limits',
          label: t('figures.limits'),
          value: amountText(limits.availableLimit),
          hint: t('figures.locked', { amount: amountText(limits.lockedLimit) }),
        },
        {
          key: 'spend',
          label: t('figures.spend'),
          value: amountText(spend.todayAmount),
          hint: t('figures.spendHint', {
            count: spend.todayCount,
            total: countText(spend.todayCount),
            yesterday: amountText(spend.yesterdayAmount),
          }),
        },
        {
          key: 'refund',
          label: t('figures.refund'),
          value: amountText(spend.todayRefundAmount),
          hint: t('figures.count', {
            count: spend.todayRefundCount,
            total: countText(spend.todayRefundCount),
          }),
        },
      ]}
    />
  );
}

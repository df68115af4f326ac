import { useTranslation } from 'react-i18next';
import { Figures } from '../../kit/figures.tsx';
import { countText, yuanText } from '../../lib/money.ts';
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
          value: yuanText(fund.availableBalance),
          hint: t('figures.frozen', { amount: yuanText(fund.frozenBalance) }),
        },
        {
          key: 'limits',
          label: t('figures.limits'),
          value: yuanText(limits.availableLimit),
          hint: t('figures.locked', { amount: yuanText(limits.lockedLimit) }),
        },
        {
          key: 'spend',
          label: t('figures.spend'),
          value: yuanText(spend.todayAmount),
          hint: t('figures.spendHint', {
            total: countText(spend.todayCount),
            yesterday: yuanText(spend.yesterdayAmount),
          }),
        },
        {
          key: 'refund',
          label: t('figures.refund'),
          value: yuanText(spend.todayRefundAmount),
          hint: t('figures.count', { total: countText(spend.todayRefundCount) }),
        },
      ]}
    />
  );
}

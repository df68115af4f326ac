import { changedKindWords, type SimulationTotals } from '@xyxlx/contracts/rule-simulation';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../lib/label.ts';
import { amountText, countText } from '../lib/money.ts';
import { Figures } from './figures.tsx';

/** How many payments a version would change, and by how much. */
export function SimulatedTotals({ totals }: { totals: SimulationTotals }) {
  const { t } = useTranslation('kit');
  const label = useLabel();
  const { NEWLY_DECLINED, NEWLY_SPLIT, NEWLY_ALLOWED } = changedKindWords;
  const figures = [
    ['same', t('simulation.same')],
    ['newlyDeclined', label(NEWLY_DECLINED)],
    ['newlySplit', label(NEWLY_SPLIT)],
    ['newlyAllowed', label(NEWLY_ALLOWED)],
  ] as const;
  return (
    <Figures
      label={t('simulation.totals')}
      items={figures.map(([key, name]) => ({
        key,
        label: name,
        value: t('simulation.payments', { total: countText(totals[key].count) }),
        hint: amountText(totals[key].amount),
        ...(key === 'newlyDeclined' && totals[key].count > 0 && { tone: 'bad' as const }),
      }))}
    />
  );
}

import { skipToken, useQuery } from '@tanstack/react-query';
import type { Lot } from '@xyxlx/contracts/limit';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../kit/detail/facts.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { yuanText } from '../../lib/money.ts';
import { lotWords } from './lot-words.ts';

/** What of an employee's limit ends, the soonest first, and where it came from; nothing where none of it is a lot. */
export function Lots({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('employee');
  const can = useCan();
  const { data } = useQuery(api.limit.queryLot.queryOptions(can('limit.view') ? { employeeId } : skipToken));
  if (!data || data.lots.length === 0) return null;
  const from = ({ institution, lockedLimit, sourceNo }: Lot) =>
    [
      institution?.name ?? t('lots.anyPolicy'),
      lockedLimit > 0 && t('lots.locked', { amount: yuanText(lockedLimit) }),
      sourceNo,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Facts
      title={t('lots.title')}
      record={data}
      facts={(cell) => [
        ...data.lots.map((lot) => cell.text(lot.id, lotWords(t, lot), () => from(lot))),
        cell.text('general', t('lots.forGood', { amount: yuanText(data.generalLimit) }), () =>
          t('lots.general'),
        ),
      ]}
    />
  );
}

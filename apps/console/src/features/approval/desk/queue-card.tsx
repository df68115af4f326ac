import type { ApprovalRow } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { DeskCard } from '../../../kit/desk/desk-card.tsx';
import { actorText } from '../../../lib/actor-text.ts';
import { useLabel } from '../../../lib/label.ts';
import { amountText } from '../../../lib/money.ts';
import { minuteText } from '../../../lib/time.ts';

/** One of what waits: its kind, what it is, how much, and whose words. */
export function QueueCard({ row }: { row: ApprovalRow & { tenant: { name: string } | null } }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const { subjectTypeLabel, subjectLabel, amount, maker, reason, createdAt, tenant } = row;
  return (
    <DeskCard
      kind={[label(subjectTypeLabel), tenant?.name].filter(Boolean).join(' · ')}
      at={
        <time dateTime={createdAt} className="figures">
          {minuteText(createdAt).slice(5)}
        </time>
      }
      name={subjectLabel}
      words={[actorText(maker), reason].filter(Boolean).join(' · ')}
      amount={amount === null ? t('desk.noAmount') : amountText(amount)}
    />
  );
}

import type { ApprovalRow } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { actorText } from '../../../lib/actor-text.ts';
import { useLabel } from '../../../lib/label.ts';
import { amountText } from '../../../lib/money.ts';
import { minuteText } from '../../../lib/time.ts';
import styles from './desk.module.css';

/** One of what waits: its kind, what it is, how much, and whose words. */
export function QueueCard({ row }: { row: ApprovalRow & { tenant: { name: string } | null } }) {
  const { t } = useTranslation('approval');
  const label = useLabel();
  const { subjectTypeLabel, subjectLabel, amount, maker, reason, createdAt, tenant } = row;
  return (
    <span className={styles.card}>
      <span className={styles.line}>
        <span>{[label(subjectTypeLabel), tenant?.name].filter(Boolean).join(' · ')}</span>
        <time dateTime={createdAt} className="figures">
          {minuteText(createdAt).slice(5)}
        </time>
      </span>
      <span className={styles.subject}>{subjectLabel}</span>
      <span className={styles.line}>
        <span className={styles.maker}>{[actorText(maker), reason].filter(Boolean).join(' · ')}</span>
        <strong className={`figures ${styles.amount}`}>
          {amount === null ? t('desk.noAmount') : amountText(amount)}
        </strong>
      </span>
    </span>
  );
}

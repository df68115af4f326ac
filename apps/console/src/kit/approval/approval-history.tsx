import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../lib/stamp.ts';
import { momentText } from '../../lib/time.ts';
import styles from './approval-history.module.css';

/** Who did what to a thing that waits or waited for a checker, and why; nothing of what the service itself handed in. */
export function ApprovalHistory({ history, title }: { history: ApprovalDetail['history']; title?: string }) {
  const { t } = useTranslation('kit');
  if (history.length === 0) return null;
  return (
    <section>
      <h3 className={styles.title}>{title ?? t('approval.history')}</h3>
      <ol className={styles.history}>
        {history.map(({ action, actor, reason, createdAt }) => (
          <li key={`${action} ${createdAt}`} data-action={action}>
            <p>
              <strong>{actorName(actor.name)}</strong> {t(`approval.history.${action}`)}
            </p>
            {reason && <p className={styles.reason}>{reason}</p>}
            <time dateTime={createdAt} className="figures">
              {momentText(createdAt)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

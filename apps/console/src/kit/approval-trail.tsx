import type { ApprovalDetail } from '@xyxlx/contracts/approval';
import styles from './approval-history.module.css';
import { ApprovalHistory } from './approval-history.tsx';
import { ApprovalNotice } from './approval-notice.tsx';

/** How a record stands with its approval: what it waits for, and all that happened. Nothing for one that was never handed in. */
export function ApprovalTrail({ approval }: { approval: ApprovalDetail | null | undefined }) {
  if (!approval) return null;
  return (
    <div className={styles.trail}>
      <ApprovalNotice approval={approval} />
      {approval.history.length > 0 && <ApprovalHistory history={approval.history} />}
    </div>
  );
}

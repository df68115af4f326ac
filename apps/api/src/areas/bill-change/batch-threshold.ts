import { overThreshold } from '../../platform/approval/threshold.ts';
import { type Sql, sql } from '../../platform/sql.ts';

/** Batches in the registry of approvals; 50,000 yuan and 500 people, where the tenant has set nothing else. */
export const batchSubject = { type: 'limitBatch', threshold: { amount: 5_000_000, count: 500 } };

/** SQL for whether confirming the batch `c` hands it in. */
export const batchNeedsApproval: Sql = overThreshold(batchSubject, 'c', {
  amount: sql`c.increase_amount + c.decrease_amount`,
  count: sql`c.changed`,
});

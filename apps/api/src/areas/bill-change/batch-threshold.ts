import { paths } from '@xyxlx/contracts/paths';
import { wouldWait } from '../../platform/approval/maker-day.ts';
import type { ActKind } from '../../platform/approval/money-act.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Viewer } from '../../platform/lists/list.ts';

/** 批量调额: 50,000 yuan and 500 people a day, however split, where the tenant has set nothing else. */
export const limitBatch: ActKind = {
  type: 'limitBatch',
  label: { zh: '批量调额', en: 'Batch adjustment' },
  madeWith: 'limit.upload',
  permission: 'limit.approve',
  link: (id) => `${paths.employees}?tab=batches&open=${id}`,
  threshold: { amount: 5_000_000, dayAmount: 5_000_000, count: 500, dayCount: 500 },
};

/** 撤销批量调额: the same amounts, counted by themselves. */
export const limitBatchUndo: ActKind = {
  ...limitBatch,
  type: 'limitBatchUndo',
  label: { zh: '撤销批量调额', en: 'Undo of a batch adjustment' },
};

/** SQL for whether it is handed in when the caller confirms the batch `c`: that depends on what they have moved today. */
export function batchNeedsApproval({ session, deps }: Viewer): Sql {
  return wouldWait(
    limitBatch,
    'c',
    { makerId: session.userId, now: deps.clock.businessNow() },
    { amount: sql`c.increase_amount + c.decrease_amount`, count: sql`c.changed` },
  );
}

import { paths } from '@xyxlx/contracts/paths';
import { wouldWait } from '../../platform/approval/maker-day.ts';
import type { ActKind } from '../../platform/approval/money-act.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Viewer } from '../../platform/lists/list.ts';

/** 额度发放: 50,000 yuan and 500 people a day, however split, where the tenant has set nothing else. */
export const limitIssue: ActKind = {
  type: 'limitIssue',
  label: { zh: '额度发放', en: 'Issuing of limits' },
  madeWith: 'creditlimit.issue',
  permission: 'creditlimit.approve',
  link: (id) => `${paths.issue}?open=${id}`,
  threshold: { amount: 5_000_000, dayAmount: 5_000_000, count: 500, dayCount: 500 },
};

/** 作废发放: the same amounts, counted by themselves. */
export const limitIssueVoid: ActKind = {
  ...limitIssue,
  type: 'limitIssueVoid',
  label: { zh: '作废发放', en: 'Voiding of issued limits' },
};

/** SQL for whether it is handed in when the caller submits the batch `c`: that depends on what they have moved today. */
export function issueNeedsApproval({ session, deps }: Viewer): Sql {
  return wouldWait(
    limitIssue,
    'c',
    { makerId: session.userId, now: deps.clock.businessNow() },
    { amount: sql`c.amount`, count: sql`c.total - c.failed` },
  );
}

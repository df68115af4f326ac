import { notifyDeciders, notifyMaker } from '../../platform/approval/notices.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { Registry } from '../registry.ts';

/** So many of a kind and a state were told of: the newest. */
const told = 4;

const readWithin = 36 * 60 * 60_000;

/** What people were told of the approvals that a seed has, each at its time; what waits no more, or is older than a day and a half, has been read. */
export async function seedNotices(
  tx: Transaction,
  { approvals: subjects }: Pick<Registry, 'approvals'>,
  now: Date,
): Promise<void> {
  const ids = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT id FROM (
          SELECT id, row_number() OVER (PARTITION BY tenant_id, subject_type, state ORDER BY created_at DESC, id DESC) AS n
          FROM approvals WHERE maker_id IS NOT NULL AND state <> 'WITHDRAWN') a WHERE a.n <= ${told}::int`,
  );
  const approvals = await tx.approval.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
  const readBy = (at: Date) => (now.getTime() - at.getTime() > readWithin ? at : null);
  for (const approval of approvals) {
    const subject = subjects.get(approval.subjectType);
    if (!subject) throw new Error(`There is no approval of ${approval.subjectType}.`);
    const { createdAt, decidedAt, state } = approval;
    await notifyDeciders(tx, subject, [approval]);
    await stamp(tx, createdAt, decidedAt ?? readBy(createdAt));
    if (!decidedAt) continue;
    await notifyMaker(tx, subject, approval, state === 'APPROVED' ? 'approve' : 'reject');
    await stamp(tx, decidedAt, readBy(decidedAt));
  }
}

/** Puts what was written just now, at the transaction's time, where it belongs. */
async function stamp(tx: Transaction, at: Date, readAt: Date | null): Promise<void> {
  await tx.$executeRaw`
    UPDATE notifications SET created_at = ${at}::timestamptz, read_at = ${readAt}::timestamptz WHERE created_at = now()::timestamptz(3)`;
}

import { bill as contract } from '@xyxlx/contracts/bill';
import type { BillMessageSide } from '@xyxlx/contracts/bill-kinds';
import type { Bill } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { iso, rowOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { listOf } from '../../platform/lists/list.ts';
import { byId, visibleInTenant } from '../../platform/records/scope.ts';
import { confirmationType } from './waits.ts';

type Key = Pick<Bill, 'tenantId' | 'id'>;

/** What was written about a bill in dispute, the first word first; whoever asks has been seen to see the bill. */
export const billMessages = listOf(contract.queryBillMessage, {
  from: 'bill_messages',
  alias: 'c',
  // A word's number is its own within the thread: nothing has to end ties.
  id: 'bill_id',
  scope: visibleInTenant,
  filters: {
    billId: (id, { session }) =>
      sql`c.tenant_id = (SELECT b.tenant_id FROM bills b WHERE ${byId(session, 'b', id)}) AND c.bill_id = ${id}::uuid`,
  },
  sort: { createdAt: { column: 'c.seq', type: 'int' } },
  usual: ['createdAt', 'asc'],
  row: sql`json_build_object('id', c.id, 'side', c.side, 'text', c.text, 'author', c.author_name, 'createdAt', ${iso('c.created_at')})`,
});

/** Adds a word to the thread of a bill, whose row the caller has locked. */
export async function writeMessage(
  tx: Transaction,
  { session, now }: Pick<Caller, 'session' | 'now'>,
  { tenantId, id: billId }: Key,
  side: BillMessageSide,
  text: string,
): Promise<void> {
  const seq = (await tx.billMessage.count({ where: { tenantId, billId } })) + 1;
  const author = { authorId: session.userId, authorName: session.userName, createdAt: now };
  await tx.billMessage.create({ data: { tenantId, billId, seq, side, text, ...author } });
}

/** Who answered in a dispute: they are makers of the bill from then on. */
export async function answerersOf(
  tx: Transaction,
  { tenantId, id: billId }: Key,
): Promise<(string | null)[]> {
  const found = await tx.billMessage.findMany({
    where: { tenantId, billId, side: 'ANSWER' },
    distinct: ['authorId'],
    select: { authorId: true },
  });
  return found.map(({ authorId }) => authorId);
}

/** Whether the caller may write for a side about the bill `c`: nobody writes for both, and who made the bill not against it. */
export function isOfSide({ userId }: Pick<Session, 'userId'>, side: BillMessageSide): Sql {
  const wroteNothingElse = sql`NOT EXISTS (SELECT FROM bill_messages said WHERE said.tenant_id = c.tenant_id AND said.bill_id = c.id
    AND said.author_id = ${userId}::uuid AND said.side <> ${side})`;
  if (side === 'ANSWER') return wroteNothingElse;
  return sql`${wroteNothingElse} AND NOT EXISTS (SELECT FROM approvals made WHERE made.tenant_id = c.tenant_id
    AND made.subject_type = ${confirmationType} AND made.subject_id = c.id AND ${userId}::uuid = ANY (made.maker_ids))`;
}

/** Throws 406 where they may not. */
export async function mustBeOfSide(
  tx: Transaction,
  { session }: Pick<Caller, 'session'>,
  { tenantId, id }: Key,
  side: BillMessageSide,
): Promise<void> {
  const { may } = await rowOf<{ may: boolean }>(
    tx,
    sql`SELECT ${isOfSide(session, side)} AS may FROM bills c WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${id}::uuid`,
  );
  if (may) return;
  throw side === 'CLAIM'
    ? new Refusal({
        zh: '出账人与答复人不能提出异议',
        en: 'Who issued the bill or answered can not write against it',
      })
    : new Refusal({ zh: '提出异议的人不能答复', en: 'Who wrote the dispute can not answer it' });
}

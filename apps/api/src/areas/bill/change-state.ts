import { type BillState, billStateWords } from '@xyxlx/contracts/bill';
import type { Bill, Prisma } from '@xyxlx/database/client/client';
import type { By } from '../../core/by.ts';
import { Refusal, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logOperation } from '../../platform/operation-log/operation-log.ts';
import { lockVisible } from '../../platform/records/lock-visible.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { boundsOfMonth } from '../../platform/time/shanghai.ts';
import { recompute } from './bill.sql.ts';
import { submitBill } from './confirmation.ts';

/** 未出账 → 已出账, 已确认 → 已结清, 有异议 → 已出账; what is between them is `confirmation.ts`. */
const moves = {
  issueBill: { from: ['OPEN', 'DISPUTED'], to: 'ISSUED' },
  settleBill: { from: ['CONFIRMED'], to: 'SETTLED' },
} as const satisfies Record<string, { from: readonly BillState[]; to: BillState }>;

/** Moves a bill along; throws 406 for a move that its present state doesn't have. */
export async function changeState(
  tx: Transaction,
  { session, request, now }: By,
  action: keyof typeof moves,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const { to } = moves[action];
  const from: readonly BillState[] = moves[action].from;
  const row = await lockBill(tx, session, id);
  if (!from.includes(row.state)) throw wrongState(row.state, to);
  if (row.version !== version) throw staleVersion();
  await tx.bill.update({
    where: { tenantId_id: { tenantId: row.tenantId, id } },
    data: {
      ...(await changes(tx, { session, now }, action, row)),
      state: to,
      ...nextVersion(session, now),
    },
  });
  await logOperation(
    tx,
    { session, request },
    {
      tenantId: row.tenantId,
      module: 'bill',
      action,
      target: { type: 'bill', id, label: row.billNo },
      before: { state: row.state },
      after: { state: to },
    },
  );
  if (action === 'issueBill') await submitBill(tx, { session, request }, row);
}

async function changes(
  tx: Transaction,
  { session, now }: Pick<By, 'session' | 'now'>,
  action: keyof typeof moves,
  row: Bill,
): Promise<Prisma.BillUpdateInput> {
  switch (action) {
    case 'issueBill': {
      if (now < boundsOfMonth(row.period).to) {
        throw new Refusal({ zh: '账期未结束，不能出账', en: 'The period is not over yet' });
      }
      const figures = await recompute(tx, row);
      return {
        ...figures,
        issuedAt: now,
        issuedBy: session.userName,
        confirmedAt: null,
        confirmedBy: null,
        disputeReason: null,
      };
    }
    case 'settleBill':
      return { settledAt: now };
  }
}

async function lockBill(tx: Transaction, session: Session, id: string): Promise<Bill> {
  return tx.bill.findUniqueOrThrow({ where: { tenantId_id: await lockVisible(tx, session, 'bills', id) } });
}

function wrongState(is: BillState, to: BillState): Refusal {
  return new Refusal({
    zh: `当前状态为${billStateWords[is].zh}，不能变更为${billStateWords[to].zh}`,
    en: `From "${billStateWords[is].en}" there is no way to "${billStateWords[to].en}"`,
  });
}

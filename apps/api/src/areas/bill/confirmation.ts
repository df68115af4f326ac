import type { BillDetail } from '@xyxlx/contracts/bill';
import { paths } from '@xyxlx/contracts/paths';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { decideOn } from '../../platform/approval/decide.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { billDetail, mustSeeBill } from './bill.sql.ts';
import { billStateMachine } from './bill-states.ts';
import { recompute } from './figures.sql.ts';
import { matterOfBill } from './matter.ts';
import { answerersOf, writeMessage } from './messages.ts';
import { confirmationType } from './waits.ts';

/** 账单确认: 已出账 → 已确认 | 有异议. What is issued is out: it is disputed and issued again, never taken back. */
export const billConfirmation: ApprovalSubject = {
  type: confirmationType,
  label: { zh: '账单确认', en: 'Confirmation of a bill' },
  permission: 'bill.confirm',
  link: (id, _approvalId, merchantId) => `${paths.bill}?${merchantId ? '' : 'tab=company&'}open=${id}`,
  matter: matterOfBill,
  waiting: `SELECT id FROM bills WHERE tenant_id = $1 AND state = 'ISSUED'`,
  approve: async (tx, decision) => {
    const { approval, session, now: confirmedAt } = decision;
    const key = { tenantId: approval.tenantId, id: approval.subjectId };
    const bill = await tx.bill.findUniqueOrThrow({ where: { tenantId_id: key } });
    const figures = Object.entries(await recompute(tx, bill));
    if (figures.some(([name, amount]) => Number(bill[name as keyof typeof bill]) !== amount)) {
      throw new Refusal({
        zh: '账单与流水不一致，请重新出账',
        en: 'The ledger says otherwise: issue it again',
      });
    }
    await leave(tx, decision, 'confirmBill', { confirmedAt, confirmedBy: session.userName });
  },
  reject: async (tx, decision) => {
    const { tenantId, subjectId: id } = decision.approval;
    await leave(tx, decision, 'disputeBill', {});
    await writeMessage(tx, decision, { tenantId, id }, 'CLAIM', decision.reason ?? '');
  },
};

/** Hands an issued bill in; what is at stake is its closing balance. */
export async function submitBill(
  tx: Transaction,
  by: Caller,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<void> {
  const { billNo, merchantId, companyId, closing, merchant, company } = await tx.bill.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    include: { merchant: { select: { name: true } }, company: { select: { name: true } } },
  });
  await submitForApproval(tx, by, billConfirmation, {
    tenantId,
    subjectId: id,
    subjectLabel: `${billNo} ${(merchant ?? company)?.name}`,
    amount: Math.abs(Number(closing)),
    merchantId,
    companyId,
    alsoMadeBy: await answerersOf(tx, { tenantId, id }),
  });
}

interface Decided {
  id: string;
  /** The version that the checker saw; without it the bill is decided as it is. */
  version: number | null;
  reason?: string;
}

/** Confirms or disputes a bill. */
export async function decideBill(
  call: Call<unknown, Session>,
  kind: 'APPROVE' | 'REJECT',
  { id, version, reason }: Decided,
): Promise<BillDetail> {
  await mustSeeBill(call.deps.database.pool, call.session, id);
  return decideOn(call, billConfirmation, id, kind, {
    reason: reason ?? null,
    version,
    answer: (tx) => billDetail(tx, call, id),
  });
}

async function leave(
  tx: Transaction,
  decision: Decision,
  action: 'confirmBill' | 'disputeBill',
  columns: Prisma.BillUncheckedUpdateManyInput,
): Promise<void> {
  const {
    approval: { tenantId, subjectId: id },
    version,
  } = decision;
  await writeState(tx, decision, billStateMachine, action, [{ tenantId, id }], { columns, version });
}

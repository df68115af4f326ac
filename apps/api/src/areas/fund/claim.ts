import { paths } from '@xyxlx/contracts/paths';
import type { statement as contract, StatementLineRow } from '@xyxlx/contracts/statement';
import type { Waits } from '@xyxlx/contracts/waits';
import type { StatementLine, TopUp } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { openDay } from '../../platform/approval/maker-day.ts';
import { type ActKind, makerWhoMay, openActs } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { lockAwaited } from './awaited-top-up.ts';
import { lineStates, topUpRecordStates } from './claim-states.ts';
import { claimantOf } from './claimant.ts';
import { creditTopUp } from './credit-top-up.ts';
import { lineOf, lockLine } from './line.sql.ts';
import { matterOfClaim } from './matter.ts';
import { topUpPostings } from './postings.ts';
import { matchCredited } from './reconcile.ts';
import { tellDiverted } from './tell-exception.ts';

/** 充值认领: each waits for a checker, unless the tenant lets small ones through. It is about the line, which is claimed once at a time. */
export const topUpClaim: ActKind = {
  type: 'topUpClaim',
  label: { zh: '充值认领', en: 'Claim of a top-up' },
  madeWith: 'topup.edit',
  permission: 'topup.approve',
  link: (lineId) => `${paths.fund}?tab=claims&open=${lineId}`,
  threshold: { amount: 0, dayAmount: 0, count: null, dayCount: null },
};

/** A claim that waits: approved, the company or its card has the money by one flow, and the line is matched; otherwise the line is free again, and so is the top-up that waited for it. */
export const claimApproval: ApprovalSubject = {
  ...topUpClaim,
  matter: matterOfClaim,
  waiting: `SELECT id FROM statement_lines WHERE tenant_id = $1 AND state = 'CLAIMED'`,
  approve: async (tx, decision) => {
    const { approval, now } = decision;
    const { line, topUp } = await claimOf(tx, decision);
    const { userId: makerId, userName: by } = await makerWhoMay(tx, topUpClaim, decision);
    const day = await openDay(tx, topUpClaim, { tenantId: approval.tenantId, makerId, now });
    day.takeApproved({ amount: Number(topUp.amount), count: 1, subjectId: line.id }, approval.id);
    await day.close();
    await credit(tx, decision, 'approve', { topUp, line, by });
  },
  reject: (tx, decision) => leave(tx, decision, 'reject'),
  withdraw: (tx, decision) => leave(tx, decision, 'withdraw'),
};

async function leave(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  const { line, topUp } = await claimOf(tx, decision);
  if (topUp.transferCode === null) await writeState(tx, decision, topUpRecordStates, outcome, [topUp]);
  else
    await writeState(tx, decision, topUpRecordStates, 'leaveClaim', [topUp], {
      columns: { statementLineId: null },
    });
  await writeState(tx, decision, lineStates, 'leaveClaim', [line]);
}

async function claimOf(
  tx: Transaction,
  { approval: { tenantId, subjectId: id } }: Decision,
): Promise<{ line: StatementLine; topUp: TopUp }> {
  const line = await tx.statementLine.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  const topUp = await tx.topUp.findFirstOrThrow({
    where: { tenantId, statementLineId: id, state: 'SUBMITTED' },
  });
  return { line, topUp };
}

/** Claims what came in for a company, for an order of cards, or as the top-up that waits for it: a top-up that waits for a checker. */
export async function claimTopUp(
  call: Call<z.output<typeof contract.claimTopUp.input>, Session>,
): Promise<StatementLineRow & Waits> {
  const { input, session, now } = call;
  const { lineId, companyId, orderId, topUpId, remark = '' } = input;
  if ([companyId, orderId, topUpId].filter((given) => given !== undefined).length !== 1) throw oneClaimant();
  return change(call, async (tx) => {
    const line = await lockLine(tx, session, lineId);
    const { tenantId, amount } = line;
    if (line.direction === 'OUT') throw onlyIncome();
    if (line.state !== 'UNCLAIMED') throw claimedAlready();
    const awaited = topUpId === undefined ? null : await lockAwaited(tx, session, line, topUpId);
    const claimed = { lineId, companyId: awaited?.companyId ?? companyId, orderId };
    const claimant = await claimantOf(tx, session, claimed);
    const { company } = claimant;
    const acts = await openActs(tx, call, topUpClaim, [{ tenantId, subjectId: lineId }]);
    const by = session.userName;
    if (awaited)
      await writeState(tx, call, topUpRecordStates, 'claim', [awaited], {
        columns: { statementLineId: lineId },
      });
    const topUp =
      awaited ??
      (await tx.topUp.create({
        data: {
          tenantId,
          companyId: company.id,
          amount,
          received: amount,
          remark,
          statementLineId: lineId,
          orderId: claimant.orderId,
          target: claimant.orderId ? 'ORDER' : 'COMPANY',
          channel: 'TRANSFER',
          state: 'SUBMITTED',
          topUpNo: await nextNumber(tx, tenantId, 'CZ'),
          createdAt: now,
          createdBy: by,
          createdById: session.userId,
          updatedAt: now,
          updatedBy: by,
        },
      }));
    const about = { tenantId, companyId: company.id, merchantId: null, subjectId: lineId };
    const label = `${topUp.topUpNo} ${company.name}`;
    const authorization = acts.assess({
      ...about,
      subjectLabel: label,
      amount: Number(amount),
      reason: remark,
      ...(awaited && { alsoMadeBy: [awaited.createdById] }),
    });
    const [approvalId = null] = await acts.settle();
    await writeState(tx, call, lineStates, 'claimTopUp', [line]);
    if (authorization) await credit(tx, call, 'complete', { topUp, line, by });
    const row = await lineOf(tx, session, lineId);
    await logChange(tx, call, {
      tenantId,
      id: lineId,
      label: line.bankNo,
      before: { state: line.state },
      after: { state: row.state, topUpNo: topUp.topUpNo, companyId: company.id, amount: Number(amount) },
      reason: remark,
    });
    return { ...row, approvalId };
  });
}

/** Carries the claim out: what came is where it was meant for, by flows that name both the top-up and the bank's number. */
async function credit(
  tx: Transaction,
  caller: Caller,
  action: 'approve' | 'complete',
  { topUp, line, by }: { topUp: TopUp; line: StatementLine; by: string },
): Promise<void> {
  const receipt = { externalNo: line.bankNo, platformAccountId: line.accountId };
  const { isLate: late, divertedFor } = await creditTopUp(tx, caller, topUp, { ...receipt, by });
  await writeState(tx, caller, topUpRecordStates, action, [topUp], { columns: { late, divertedFor } });
  await post(tx, topUpPostings, [topUp]);
  await writeState(tx, caller, lineStates, 'approveClaim', [line]);
  await matchCredited(tx, caller, line);
  if (divertedFor) await tellDiverted(tx, topUp, divertedFor);
}

function oneClaimant(): Refusal {
  return new Refusal({
    zh: '请选择公司、订单或待认领的充值之一',
    en: 'Claim it for a company, for an order or as a top-up that waits for it, one of the three',
  });
}

function claimedAlready(): Refusal {
  return new Refusal({ zh: '该流水已被认领', en: 'The line is claimed already' });
}

function onlyIncome(): Refusal {
  return new Refusal({ zh: '仅收入流水可认领', en: 'Only what came in can be claimed' });
}

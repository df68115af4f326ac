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
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { settleOrder } from '../order/settle-order.ts';
import { lockAwaited } from './awaited-top-up.ts';
import { lineStates, topUpRecordStates } from './claim-states.ts';
import { claimantOf } from './claimant.ts';
import { lineOf, lockLine } from './line.sql.ts';
import { matterOfClaim } from './matter.ts';
import { topUpPostings } from './postings.ts';
import { matchCredited } from './reconcile.ts';

/** 充值认领: each waits for a checker, unless the tenant lets small ones through. It is about the line, which is claimed once at a time. */
export const topUpClaim: ActKind = {
  type: 'topUpClaim',
  label: { zh: '充值认领', en: 'Claim of a top-up' },
  madeWith: 'topup.edit',
  permission: 'topup.approve',
  link: (lineId) => `${paths.fund}?tab=claims&open=${lineId}`,
  threshold: { amount: 0, dayAmount: 0, count: null, dayCount: null },
};

/** A claim that waits: approved, the company has the money by one flow, and the line is matched; otherwise the line is free again, and so is the top-up that waited for it. */
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
    const late = await credit(tx, decision, topUp, line, by);
    await writeState(tx, decision, topUpRecordStates, 'approve', [topUp], { columns: { late } });
    await post(tx, topUpPostings, [topUp]);
    await writeState(tx, decision, lineStates, 'approveClaim', [line]);
    await matchCredited(tx, decision, line);
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
    if (authorization) {
      const late = await credit(tx, call, topUp, line, by);
      await writeState(tx, call, topUpRecordStates, 'complete', [topUp], { columns: { late } });
      await post(tx, topUpPostings, [topUp]);
      await writeState(tx, call, lineStates, 'approveClaim', [line]);
      await matchCredited(tx, call, line);
    }
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

/**
 * Pays the order that it is for; otherwise, and late where that is over, puts what came into the company's 企业资金, by the one flow that names
 * both the top-up and the bank's number. Says whether it is late.
 */
async function credit(
  tx: Transaction,
  caller: Caller,
  topUp: TopUp,
  { bankNo, accountId }: StatementLine,
  by: string,
): Promise<boolean> {
  const receipt = { externalNo: bankNo, platformAccountId: accountId };
  if (await settleOrder(tx, caller, topUp, receipt)) return false;
  const { tenantId, companyId, id, topUpNo, received, orderId } = topUp;
  const leg = {
    tenantId,
    companyId,
    account: 'ENTERPRISE',
    flow: 'TOP_UP',
    delta: Number(received),
  } as const;
  const names = { pairId: null, sourceId: id, remark: topUpNo, ...receipt };
  await writeFlows(tx, [{ ...leg, ...names }], { sourceType: 'topUp', by, now: caller.now });
  return orderId !== null;
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

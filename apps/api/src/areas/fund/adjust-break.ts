import type { BreakRow, reconciliation as contract } from '@xyxlx/contracts/reconciliation';
import { breakKindWords } from '@xyxlx/contracts/reconciliation';
import type { Waits } from '@xyxlx/contracts/waits';
import type { ReconciliationBreak } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { openDay } from '../../platform/approval/maker-day.ts';
import { type ActKind, approvalPath, makerWhoMay, openActs } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { breakStates } from './break-states.ts';
import { lineStates } from './claim-states.ts';
import { dayOf } from './compare.sql.ts';
import { decidedAs, holdLine, lineOfBreak, lockBreak, refuseOutdated } from './decide-break.ts';
import { matterOfAdjustment } from './matter.ts';
import { breakPostings } from './postings.ts';
import { lockPlatformAccounts, settleStates } from './reconcile.ts';
import { breakOf } from './reconciliation-lists.ts';

/** 对账调整: each waits for a checker, unless the tenant lets small ones through. */
export const fundAdjustment: ActKind = {
  type: 'fundAdjustment',
  label: { zh: '对账调整', en: 'Adjustment of a break' },
  madeWith: 'fund.reconcile',
  permission: 'fund.approve',
  link: approvalPath,
  threshold: { amount: 0, dayAmount: 0, count: null, dayCount: null },
};

/** An adjustment that waits: approved, the company's fund moves by the difference, once; otherwise the break is open again. */
export const adjustmentApproval: ApprovalSubject = {
  ...fundAdjustment,
  matter: matterOfAdjustment,
  waiting: `SELECT id FROM reconciliation_breaks WHERE tenant_id = $1 AND state = 'SUBMITTED'`,
  approve: async (tx, decision) => {
    const { approval, now } = decision;
    const found = await breakUnder(tx, decision);
    await refuseOutdated(tx, found);
    const { userId: makerId, userName: by } = await makerWhoMay(tx, fundAdjustment, decision);
    const day = await openDay(tx, fundAdjustment, { tenantId: found.tenantId, makerId, now });
    day.takeApproved({ amount: Number(found.amount), count: 1, subjectId: found.id }, approval.id);
    await day.close();
    const { companyId } = await accountOf(tx, found);
    await carryOut(tx, decision, found, { action: 'approve', by, companyId });
  },
  reject: (tx, decision) => giveUp(tx, decision, 'reject'),
  withdraw: (tx, decision) => giveUp(tx, decision, 'withdraw'),
};

async function breakUnder(
  tx: Transaction,
  { approval: { tenantId, subjectId: id } }: Decision,
): Promise<ReconciliationBreak> {
  const found = await tx.reconciliationBreak.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  await lockPlatformAccounts(tx, tenantId, [found.accountId]);
  return found;
}

async function giveUp(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  const found = await breakUnder(tx, decision);
  const line = await lineOfBreak(tx, found);
  if (line?.state === 'CLAIMED') await writeState(tx, decision, lineStates, 'leaveBreak', [line]);
  await writeState(tx, decision, breakStates, outcome, [found], { columns: { reason: null } });
}

/** Moves 企业资金 by what a break comes to, once a checker agrees. */
export function adjustBreak(
  call: Call<z.output<typeof contract.adjustBreak.input>, Session>,
): Promise<BreakRow & Waits> {
  const { input, session } = call;
  const { reason } = input;
  return change(call, async (tx) => {
    const found = await lockBreak(tx, session, input, 'adjustBreak');
    const { tenantId, id, kind, reference } = found;
    const acts = await openActs(tx, call, fundAdjustment, [{ tenantId, subjectId: id }]);
    const { companyId, name } = await accountOf(tx, found);
    await holdLine(tx, call, await lineOfBreak(tx, found));
    const about = { tenantId, companyId, merchantId: null, subjectId: id };
    const label = `${name} ${breakKindWords[kind].zh} ${reference}`;
    const authorization = acts.assess({
      ...about,
      subjectLabel: label,
      amount: Number(found.amount),
      reason,
    });
    const [approvalId = null] = await acts.settle();
    await writeState(tx, call, breakStates, 'adjustBreak', [found], { columns: { reason } });
    if (authorization)
      await carryOut(tx, call, found, { action: 'complete', by: session.userName, companyId });
    const { state } = await breakOf(tx, session, id);
    const after = { state, differenceAmount: Number(found.difference) };
    return { ...(await decidedAs(tx, call, found, after, reason)), approvalId };
  });
}

/** The account at a bank or channel whose day does not agree. */
function accountOf(tx: Transaction, { tenantId, accountId: id }: ReconciliationBreak) {
  return tx.platformAccount.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

/** One flow, which names the break and the number that it is about: from then on books and statement say the same of it. */
async function carryOut(
  tx: Transaction,
  call: Decision | Call<unknown, Session>,
  found: ReconciliationBreak,
  { action, by, companyId }: { action: 'approve' | 'complete'; by: string; companyId: string },
): Promise<void> {
  const { tenantId, id, accountId, reference, difference } = found;
  const leg = {
    tenantId,
    companyId,
    account: 'ENTERPRISE',
    flow: 'ADJUST',
    delta: Number(difference),
  } as const;
  const names = {
    pairId: null,
    sourceId: id,
    remark: reference,
    externalNo: reference,
    platformAccountId: accountId,
  };
  await writeFlows(tx, [{ ...leg, ...names }], { sourceType: 'reconciliationBreak', by, now: call.now });
  await writeState(tx, call, breakStates, action, [found]);
  await post(tx, breakPostings, [found]);
  const line = await lineOfBreak(tx, found);
  if (line && line.state !== 'MATCHED') await writeState(tx, call, lineStates, 'reconcile', [line]);
  await settleStates(tx, tenantId, [dayOf(found)]);
}

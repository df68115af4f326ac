import { randomUUID } from 'node:crypto';
import type { fund as contract, FundTransferRow } from '@xyxlx/contracts/fund';
import { type FundKind, fundKindWords } from '@xyxlx/contracts/fund-kinds';
import { paths } from '@xyxlx/contracts/paths';
import type { Waits } from '@xyxlx/contracts/waits';
import type { FundTransfer } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { openDay } from '../../platform/approval/maker-day.ts';
import { type ActKind, makerWhoMay, openActs } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { fundTooLow, type Leg, lockAccounts, writeFlows } from '../../platform/fund/fund.ts';
import { type Held, holdFund, releaseHold, useHold } from '../../platform/fund/fund-hold.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { inTenants, visibleCompanies } from '../../platform/records/scope.ts';
import { transferOf } from './fund-lists.ts';
import { matterOfTransfer } from './matter.ts';
import { transferPostings } from './postings.ts';
import { fundTransferStates } from './transfer-states.ts';

/** 资金划转: each waits for a checker, unless the tenant lets small ones through. */
export const fundTransfer: ActKind = {
  type: 'fundTransfer',
  label: { zh: '资金划转', en: 'Fund transfer' },
  madeWith: 'fund.transfer',
  permission: 'fund.approve',
  link: (id) => `${paths.fund}?tab=transfers&open=${id}`,
  threshold: { amount: 0, dayAmount: 0, count: null, dayCount: null },
};

/** A transfer that waits: what it takes is held until then, and moves on both accounts when it is approved. */
export const transferApproval: ApprovalSubject = {
  ...fundTransfer,
  matter: matterOfTransfer,
  waiting: `SELECT id FROM fund_transfers WHERE tenant_id = $1 AND state = 'SUBMITTED'`,
  approve: async (tx, decision) => {
    const { approval, now } = decision;
    const { tenantId, subjectId: id } = approval;
    const transfer = await tx.fundTransfer.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
    const { userId: makerId, userName: by } = await makerWhoMay(tx, fundTransfer, decision);
    const day = await openDay(tx, fundTransfer, { tenantId, makerId, now });
    day.takeApproved({ amount: Number(transfer.amount), count: 1, subjectId: id }, approval.id);
    await day.close();
    await carryOut(tx, transfer, { by, now, held: true });
    await useHold(tx, heldBy(transfer, now));
    await writeState(tx, decision, fundTransferStates, 'approve', [transfer]);
    await post(tx, transferPostings, [transfer]);
  },
  reject: (tx, decision) => giveUp(tx, decision, 'reject'),
  withdraw: (tx, decision) => giveUp(tx, decision, 'withdraw'),
};

async function giveUp(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  const { approval, now } = decision;
  const transfer = { tenantId: approval.tenantId, id: approval.subjectId };
  await releaseHold(tx, heldBy(transfer, now));
  await writeState(tx, decision, fundTransferStates, outcome, [transfer]);
}

function heldBy({ tenantId, id }: Pick<FundTransfer, 'tenantId' | 'id'>, now: Date): Held {
  return { tenantId, source: { type: 'fundTransfer', id }, now };
}

/** Takes what a transfer moves out of the one account's free balance, until a checker agrees. */
export async function addTransfer(
  call: Call<z.output<typeof contract.addTransfer.input>, Session>,
): Promise<FundTransferRow & Waits> {
  const { input, session, now } = call;
  const { fromId, toId, platformAccountId, amount, reason } = input;
  if ((toId === undefined) === (platformAccountId === undefined)) throw oneEnd();
  return change(call, async (tx) => {
    const [from, to] = await accountsOf(tx, session, [fromId, ...(toId ? [toId] : [])]);
    if (!from || (toId && from.tenantId !== to?.tenantId)) throw recordMissing();
    refusePair(from, to);
    if (platformAccountId) await refuseUnusable(tx, session, from.tenantId, platformAccountId);
    const { tenantId, companyId } = from;
    const acts = await openActs(tx, call, fundTransfer, [{ tenantId }]);
    const locked = await lockAccounts(tx, to ? [from, to] : [from]);
    if (amount > (locked.get(`${companyId} ${from.kind}`)?.free ?? 0)) throw fundTooLow(from.kind);
    const by = session.userName;
    const transfer = await tx.fundTransfer.create({
      data: {
        tenantId,
        fromId,
        toId: toId ?? null,
        platformAccountId: platformAccountId ?? null,
        amount,
        reason,
        state: 'SUBMITTED',
        transferNo: await nextNumber(tx, tenantId, 'HZ'),
        createdAt: now,
        createdBy: by,
        createdById: session.userId,
        updatedAt: now,
        updatedBy: by,
      },
    });
    const { id, transferNo } = transfer;
    const about = { tenantId, companyId, merchantId: null, subjectId: id, subjectLabel: transferNo };
    const authorization = acts.assess({ ...about, amount, reason });
    const [approvalId = null] = await acts.settle();
    if (authorization) {
      await carryOut(tx, transfer, { by, now, held: false });
      await writeState(tx, call, fundTransferStates, 'complete', [transfer]);
      await post(tx, transferPostings, [transfer]);
    } else {
      await holdFund(tx, heldBy(transfer, now), { accountId: fromId, amount, sourceNo: transferNo, by });
    }
    const row = await transferOf(tx, session, id);
    await logChange(tx, call, {
      tenantId,
      id,
      label: transferNo,
      after: {
        from: nameOf(row.from),
        to: row.to ? nameOf(row.to) : `${row.platformAccount?.name} ${row.platformAccount?.accountNo}`,
        amount,
        state: row.state,
      },
      reason,
    });
    return { ...row, approvalId };
  });
}

/**
 * Moves both accounts by one pair of flows; what leaves the funds is one flow, which the bank's statement is compared with by the
 * transfer's number. What was held for it is frozen no more.
 */
async function carryOut(
  tx: Transaction,
  { tenantId, id, fromId, toId, platformAccountId, transferNo, ...transfer }: FundTransfer,
  { by, now, held }: { by: string; now: Date; held: boolean },
): Promise<void> {
  const amount = Number(transfer.amount);
  const rows = await tx.fundAccount.findMany({
    where: { tenantId, id: { in: [fromId, ...(toId ? [toId] : [])] } },
  });
  const pairId = platformAccountId ? null : randomUUID();
  const legs = rows.map(({ id: accountId, companyId, kind }): Leg => {
    const leg = { tenantId, companyId, account: kind, pairId, sourceId: id, remark: transferNo };
    if (accountId === toId) return { ...leg, flow: 'TRANSFER_IN', delta: amount };
    const out = { ...leg, delta: -amount, held: held ? amount : 0 };
    if (!platformAccountId) return { ...out, flow: 'TRANSFER_OUT' };
    const flow = kind === 'SETTLEMENT' ? 'SETTLE' : 'WITHDRAW';
    return { ...out, flow, platformAccountId, externalNo: transferNo };
  });
  await writeFlows(tx, legs, { sourceType: 'fundTransfer', by, now });
}

interface Account {
  tenantId: string;
  companyId: string;
  id: string;
  kind: FundKind;
}

/** Accounts that the caller may see, in the order of the ids. */
async function accountsOf(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<(Account | undefined)[]> {
  const rows = await rowsOf<Account>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.company_id AS "companyId", c.id, c.kind FROM fund_accounts c
        WHERE ${inTenants(session, 'c')} AND c.id = ANY(${[...ids]}::uuid[]) AND ${visibleCompanies(session, 'c')}`,
  );
  return ids.map((id) => rows.find((row) => row.id === id));
}

/** 企业资金 goes to another company's or is withdrawn, 手续费 goes to 企业资金, 待结算 is settled; nothing else. */
function refusePair(from: Account, to: Account | undefined): void {
  const isAllowed = to
    ? to.kind === 'ENTERPRISE' && from.id !== to.id && (from.kind === 'ENTERPRISE' || from.kind === 'FEE')
    : from.kind === 'ENTERPRISE' || from.kind === 'SETTLEMENT';
  if (isAllowed) return;
  throw new Refusal({
    zh: '该类账户之间不能划转',
    en: 'Nothing is transferred between accounts of these kinds',
  });
}

/** Throws 406 for an account at a bank or channel that the caller can't see, of another tenant, or that is not in use. */
async function refuseUnusable(
  tx: Transaction,
  session: Session,
  tenantId: string,
  id: string,
): Promise<void> {
  const [found] = await rowsOf<{ state: string }>(
    tx,
    sql`SELECT a.state FROM platform_accounts a
        WHERE a.tenant_id = ${tenantId}::uuid AND a.id = ${id}::uuid AND ${visibleCompanies(session, 'a')}`,
  );
  if (!found) throw recordMissing();
  if (found.state !== 'ACTIVE')
    throw new Refusal({ zh: '平台账户尚未审核通过，不能付款', en: 'The account is not approved yet' });
}

function oneEnd(): Refusal {
  return new Refusal({
    zh: '请选择转入账户或平台账户之一',
    en: 'Choose either an account of a company or one at a platform',
  });
}

function nameOf({ company, kind }: FundTransferRow['from']): string {
  return `${company.name} ${fundKindWords[kind].zh}`;
}

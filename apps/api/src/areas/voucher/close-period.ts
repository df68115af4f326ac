import { paths } from '@xyxlx/contracts/paths';
import type { voucherPeriod as contract, PeriodRow } from '@xyxlx/contracts/voucher-period';
import type { Waits } from '@xyxlx/contracts/waits';
import { type LedgerPeriod, Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import type { ApprovalSubject } from '../../platform/approval/subject.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { reverseClosing } from './closing-voucher.ts';
import { matterOfPeriod } from './matter.ts';
import { periodRowOf } from './period-list.ts';
import { lastDayOf } from './span.ts';
import { alreadyDone, periodClosed } from './voucher-states.ts';

const link = () => `${paths.voucher}?tab=period`;
const waitingIn = (type: string) =>
  `SELECT subject_id AS id FROM approvals WHERE tenant_id = $1 AND subject_type = '${type}' AND state = 'PENDING'`;
const nothingToPutBack = async () => undefined;

/** 结账: from the checker's word on, what is posted goes into the next period; the job does the rest. */
export const periodClose: ApprovalSubject = {
  type: 'periodClose',
  label: { zh: '期间结账', en: 'Closing of a period' },
  permission: 'voucher.approve',
  link,
  matter: matterOfPeriod,
  waiting: waitingIn('periodClose'),
  approve: async (tx, decision) => {
    const row = await lockPeriod(tx, decision.approval.tenantId, { id: decision.approval.subjectId });
    if (row.state !== 'OPEN') throw alreadyDone();
    await refuseUnready(tx, row, decision.now);
    const { tenantId, period } = row;
    await tx.ledgerPeriod.update({
      where: { tenantId_period: { tenantId, period } },
      data: { state: 'CLOSING', hindrance: Prisma.DbNull, version: { increment: 1 } },
    });
    await decision.deps.jobs.start(tx, decision, {
      kind: 'periodClose',
      payload: { period, approvedById: decision.session.userId, approvedByName: decision.session.userName },
    });
  },
  reject: nothingToPutBack,
  withdraw: nothingToPutBack,
};

/** 反结账: the closing voucher is reversed in red, and the snapshots go. */
export const periodReopen: ApprovalSubject = {
  type: 'periodReopen',
  label: { zh: '期间反结账', en: 'Reopening of a period' },
  permission: 'voucher.approve',
  link,
  matter: matterOfPeriod,
  waiting: waitingIn('periodReopen'),
  approve: async (tx, decision) => {
    const row = await lockPeriod(tx, decision.approval.tenantId, { id: decision.approval.subjectId });
    await refuseUnlessLast(tx, row);
    const { tenantId, period } = row;
    await tx.ledgerPeriod.update({
      where: { tenantId_period: { tenantId, period } },
      data: { state: 'OPEN', closedAt: null, closedBy: null, version: { increment: 1 } },
    });
    await tx.ledgerSnapshot.deleteMany({ where: { tenantId, period } });
    await reverseClosing(tx, decision, row);
    await logChange(
      tx,
      { ...decision, operation: operationOf('voucher', 'reopenPeriod') },
      {
        tenantId,
        id: row.id,
        label: period,
        before: { state: 'CLOSED' },
        after: { state: 'OPEN' },
        reason: decision.approval.reason,
      },
    );
  },
  reject: nothingToPutBack,
  withdraw: nothingToPutBack,
};

/** Asks for the closing of a period; throws 406 while something hinders it that the caller can mend. */
export function closePeriod(
  call: Call<z.output<typeof contract.closePeriod.input>, Session>,
): Promise<PeriodRow & Waits> {
  return ask(call, periodClose, async (tx, row) => {
    if (row.state === 'CLOSED') throw periodClosed(row.period);
    if (row.state === 'CLOSING') {
      throw new Refusal({ zh: `${row.period} 正在结账`, en: `${row.period} is being closed` });
    }
    await refuseUnready(tx, row, call.now);
  });
}

/** Asks for the reopening of the latest closed period. */
export function reopenPeriod(
  call: Call<z.output<typeof contract.reopenPeriod.input>, Session>,
): Promise<PeriodRow & Waits> {
  return ask(call, periodReopen, refuseUnlessLast, call.input.reason);
}

async function ask(
  call: Call<{ period: string }, Session>,
  subject: ApprovalSubject,
  refuse: (tx: Transaction, row: LedgerPeriod) => Promise<void>,
  reason?: string,
): Promise<PeriodRow & Waits> {
  const { session, now, request } = call;
  const { tenantId } = session;
  if (!session.scope.all && !session.scope.tenant) throw recordMissing();
  return change(call, async (tx) => {
    const row = await lockPeriod(tx, tenantId, { period: call.input.period });
    await refuse(tx, row);
    const approval = await submitForApproval(tx, call, subject, {
      tenantId,
      subjectId: row.id,
      subjectLabel: row.period,
      ...(reason && { reason }),
    });
    await logChange(tx, call, {
      tenantId,
      id: row.id,
      label: row.period,
      after: { approvalId: approval.id },
      reason,
    });
    const shown = await periodRowOf(tx, tenantId, row.period, { now, language: request.language });
    return { ...shown, approvalId: approval.id };
  });
}

/** Locks a period against whoever writes into it: they are through, or wait. */
async function lockPeriod(
  tx: Transaction,
  tenantId: string,
  which: { id: string } | { period: string },
): Promise<LedgerPeriod> {
  const found = await tx.ledgerPeriod.findFirst({ where: { tenantId, ...which }, select: { period: true } });
  if (!found) throw recordMissing();
  await tx.$queryRaw`
    SELECT FROM ledger_periods WHERE tenant_id = ${tenantId}::uuid AND period = ${found.period} FOR UPDATE`;
  return tx.ledgerPeriod.findUniqueOrThrow({
    where: { tenantId_period: { tenantId, period: found.period } },
  });
}

/** What the job would find at once. */
async function refuseUnready(
  tx: Transaction,
  { tenantId, period }: Pick<LedgerPeriod, 'tenantId' | 'period'>,
  now: Date,
): Promise<void> {
  const backfill = await tx.ledgerBackfill.count({ where: { tenantId, finishedAt: null } });
  if (backfill > 0)
    throw new Refusal({ zh: '历史数据入账中', en: 'Money of the time before is still being posted' });
  const open = await tx.ledgerPeriod.count({
    where: { tenantId, period: { lt: period }, state: { not: 'CLOSED' } },
  });
  if (open > 0) throw new Refusal({ zh: '上期未结账', en: 'The period before is not closed' });
  if (lastDayOf(period) >= shanghaiDay(now)) {
    throw new Refusal({ zh: '期间尚未结束', en: 'The period is not over yet' });
  }
  const unposted = await tx.voucher.count({
    where: { tenantId, period, state: { in: ['DRAFT', 'PENDING', 'APPROVED'] } },
  });
  if (unposted > 0) {
    throw new Refusal({
      zh: `存在 ${unposted} 张未过账凭证`,
      en: `${unposted} vouchers are not posted`,
    });
  }
}

/** Only the latest closed period opens again, and while none is being closed. */
async function refuseUnlessLast(tx: Transaction, { tenantId, period, state }: LedgerPeriod): Promise<void> {
  const later = await tx.ledgerPeriod.count({
    where: { tenantId, period: { gt: period }, state: { not: 'OPEN' } },
  });
  if (state === 'CLOSED' && later === 0) return;
  throw new Refusal({
    zh: '仅最近已结账期间可反结账',
    en: 'Only the latest closed period opens again',
  });
}

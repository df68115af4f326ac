import { systemActor } from '@xyxlx/contracts/system-actor';
import type { VoucherStyle } from '@xyxlx/contracts/voucher-kinds';
import type { LedgerPeriod, Voucher } from '@xyxlx/database/client/client';
import type { Decision } from '../../platform/approval/subject.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { movementsOf } from './movements.sql.ts';
import { makeRed } from './reverse-voucher.ts';
import { firstDayOf, lastDayOf } from './span.ts';
import { nextVoucherNumber } from './voucher-approval.ts';

/** Who agreed to the closing or reopening: the checker of what the service writes with it. */
interface Checker {
  id: string;
  name: string;
}

/**
 * 期末结转: brings what income and cost accounts (6xxx) stand at to 4103 by one posted voucher, of the last day of the period; none where they
 * stand at nothing.
 */
export async function writeClosing(
  tx: Transaction,
  { tenantId, period }: Pick<LedgerPeriod, 'tenantId' | 'period'>,
  { now, checker }: { now: Date; checker: Checker },
): Promise<void> {
  const movements = await movementsOf(tx, {
    tenantId,
    from: firstDayOf(period),
    to: lastDayOf(period),
    basis: 'POSTED',
  });
  const accounts = await rowsOf<{ id: string; code: string }>(
    tx,
    sql`SELECT a.id, a.code FROM ledger_accounts a WHERE a.tenant_id = ${tenantId}::uuid AND a.code ~ '^(6|4103)'
        AND NOT EXISTS (SELECT FROM ledger_accounts b WHERE b.tenant_id = a.tenant_id AND b.parent_id = a.id) ORDER BY a.code`,
  );
  const profit = accounts.find(({ code }) => code.startsWith('4103'));
  const nets = new Map(movements.map((one) => [one.accountId, one.opening + one.debit - one.credit]));
  const closed = accounts
    .filter(({ code }) => code.startsWith('6'))
    .map(({ id, code }) => ({ id, code, net: nets.get(id) ?? 0 }))
    .filter(({ net }) => net !== 0);
  if (closed.length === 0 || !profit) return;
  const result = closed.reduce((sum, { net }) => sum + net, 0);
  const lines = [
    ...closed.map(({ id, net }) => ({ accountId: id, amount: -net })),
    ...(result === 0 ? [] : [{ accountId: profit.id, amount: result }]),
  ].toSorted((one, other) => Number(one.amount < 0) - Number(other.amount < 0));
  const { voucherStyle } = await rowOf<{ voucherStyle: VoucherStyle }>(
    tx,
    sql`SELECT voucher_style AS "voucherStyle" FROM ledger_setting_at(${tenantId}::uuid, ${now}::timestamptz)`,
  );
  const stamps = { createdAt: now, createdBy: systemActor.zh, updatedAt: now, updatedBy: systemActor.zh };
  const voucher = await tx.voucher.create({
    data: {
      tenantId,
      period,
      word: voucherStyle === 'ONE' ? '记' : '转',
      date: new Date(lastDayOf(period)),
      kind: 'CLOSE',
      makerName: systemActor.zh,
      ...stamps,
    },
  });
  await tx.voucherLine.createMany({
    data: lines.map(({ accountId, amount }, place) => ({
      tenantId,
      voucherId: voucher.id,
      date: voucher.date,
      lineNo: place + 1,
      summary: `结转 ${period} 损益`,
      accountId,
      debit: Math.max(amount, 0),
      credit: Math.max(-amount, 0),
    })),
  });
  await approveAndPost(tx, voucher, { now, checker });
}

/** Reverses the closing voucher of a period that opens again, posted on the checker's word. */
export async function reverseClosing(
  tx: Transaction,
  { session, now }: Decision,
  { tenantId, period }: Pick<LedgerPeriod, 'tenantId' | 'period'>,
): Promise<void> {
  const closing = await tx.voucher.findFirst({
    where: { tenantId, period, kind: 'CLOSE', state: 'POSTED' },
  });
  if (!closing) return;
  const red = await makeRed(tx, closing, {
    date: lastDayOf(period),
    now,
    makerId: null,
    makerName: systemActor.zh,
    state: 'DRAFT',
  });
  await approveAndPost(tx, red, { now, checker: { id: session.userId, name: session.userName } });
  await tx.voucher.update({
    where: { tenantId_id: { tenantId, id: closing.id } },
    data: { state: 'REVERSED', updatedAt: now, updatedBy: systemActor.zh, version: { increment: 1 } },
  });
}

async function approveAndPost(
  tx: Transaction,
  { tenantId, id, period, word }: Voucher,
  { now, checker }: { now: Date; checker: Checker },
): Promise<void> {
  const where = { tenantId_id: { tenantId, id } };
  const stamps = { updatedAt: now, updatedBy: systemActor.zh, version: { increment: 1 } };
  const number = await nextVoucherNumber(tx, tenantId, { period, word });
  await tx.voucher.update({
    where,
    data: { state: 'APPROVED', number, approvedById: checker.id, approvedByName: checker.name, ...stamps },
  });
  await tx.voucher.update({
    where,
    data: { state: 'POSTED', postedById: checker.id, postedByName: checker.name, ...stamps },
  });
}

import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { Voucher } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { decideOn } from '../../platform/approval/decide.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { assessEach, doEach } from '../../platform/records/bulk.ts';
import { logStates, writeState } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { makeVouchersAgain } from './make-vouchers.ts';
import { voucherApproval } from './voucher-approval.ts';
import { periodClosed, voucherStateMachine } from './voucher-states.ts';

/** Posts approved vouchers, each that another than its makers may; with a reversal goes what it reverses. */
export async function postVouchers(call: Call<{ ids: string[] }, Session>): Promise<BulkResult> {
  const { input, session, request } = call;
  return change(call, async (tx) => {
    const rows = await voucherStateMachine.lock(tx, session, input.ids);
    const makers = await makersOf(tx, rows);
    const closed = await closedAmong(tx, rows);
    const { kept, result } = assessEach({ ids: input.ids, language: request.language }, rows, (row) => {
      mustAllow(voucherStateMachine, 'postVouchers', row);
      if (makers.get(row.id)?.has(session.userId)) {
        throw new Refusal({ zh: '制单人不能审核或过账', en: 'Makers neither approve nor post their own' });
      }
      if (closed.has(`${row.tenantId} ${row.period}`)) throw periodClosed(row.period);
    });
    await postEach(tx, call, kept);
    return result;
  });
}

/** Posts approved vouchers that nothing refuses any more. */
export async function postEach(tx: Transaction, by: Caller, rows: readonly Voucher[]): Promise<void> {
  const { userId, userName } = by.session;
  await writeState(tx, by, voucherStateMachine, 'postVouchers', rows, {
    columns: { postedById: userId, postedByName: userName },
  });
  await logStates(tx, by, voucherStateMachine, 'postVouchers', rows);
  await reverse(tx, by, rows);
}

/** What reversals that are posted take back is reversed; an automatic one is made anew from its slot, dated as its reversal. */
async function reverse(tx: Transaction, by: Caller, rows: readonly Voucher[]): Promise<void> {
  for (const [tenantId, ofTenant] of Map.groupBy(rows, (row) => row.tenantId)) {
    const reds = new Map(ofTenant.flatMap((row) => (row.reversesId ? [[row.reversesId, row] as const] : [])));
    if (reds.size === 0) continue;
    const reversed = await tx.voucher.findMany({ where: { tenantId, id: { in: [...reds.keys()] } } });
    await writeState(tx, by, voucherStateMachine, 'reverse', reversed);
    await makeVouchersAgain(
      tx,
      { tenantId, now: by.now, trace: by.request.id },
      reversed.flatMap(({ id, slotId }) => {
        const date = reds.get(id)?.date;
        return slotId && date ? [{ slotId, date: date.toISOString().slice(0, 10) }] : [];
      }),
    );
  }
}

/** Everybody with a hand in each: who made it, and who handed it in. */
async function makersOf(
  tx: Transaction,
  rows: readonly Voucher[],
): Promise<Map<string, ReadonlySet<string | null>>> {
  const approvals = await tx.approval.findMany({
    where: {
      tenantId: { in: [...new Set(rows.map(({ tenantId }) => tenantId))] },
      subjectType: voucherApproval.type,
      subjectId: { in: rows.map(({ id }) => id) },
    },
    select: { subjectId: true, makerIds: true },
  });
  const handedIn = Map.groupBy(approvals, ({ subjectId }) => subjectId);
  return new Map(
    rows.map(({ id, makerId }) => [
      id,
      new Set([makerId, ...(handedIn.get(id) ?? []).flatMap(({ makerIds }) => makerIds)]),
    ]),
  );
}

/** The periods of vouchers that are not open, as tenant and period; keeps the others open until the transaction ends. */
async function closedAmong(tx: Transaction, rows: readonly Voucher[]): Promise<Set<string>> {
  const closed = new Set<string>();
  for (const [tenantId, ofTenant] of Map.groupBy(rows, (row) => row.tenantId)) {
    const periods = [...new Set(ofTenant.map(({ period }) => period))];
    const found = await tx.$queryRaw<{ period: string; state: string }[]>`
      SELECT period, state FROM ledger_periods WHERE tenant_id = ${tenantId}::uuid AND period = ANY(${periods}::text[])
      ORDER BY period FOR SHARE`;
    for (const { period, state } of found) if (state !== 'OPEN') closed.add(`${tenantId} ${period}`);
  }
  return closed;
}

/** Approves vouchers one by one: each is decided by itself, and one that is refused stops no other. */
export async function approveVouchers(call: Call<{ ids: string[] }, Session>): Promise<BulkResult> {
  const { input, request } = call;
  return doEach({ ids: input.ids, language: request.language }, (id) =>
    decideOn(call, voucherApproval, id, 'APPROVE', {}),
  );
}

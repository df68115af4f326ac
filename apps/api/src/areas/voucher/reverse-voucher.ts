import type { voucher as contract } from '@xyxlx/contracts/voucher';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import type { Waits } from '@xyxlx/contracts/waits';
import type { Voucher } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { FieldRefusal, Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { openRunningMonth } from './running-month.ts';
import { submitVoucherOf } from './voucher-approval.ts';
import { voucherOf } from './voucher-lists.ts';
import { mustBeOpen, voucherLabel, voucherStateMachine } from './voucher-states.ts';
import { periodOf } from './write-voucher.ts';

/** Makes the reversal of a posted voucher and hands it in. */
export async function reverseVoucher(
  call: Call<z.output<typeof contract.reverseVoucher.input>, Session>,
): Promise<VoucherDetail & Waits> {
  const { input, session, now } = call;
  const { id, version, date, reason } = input;
  return change(call, async (tx) => {
    const [row] = await voucherStateMachine.lock(tx, session, [id]);
    if (!row) throw recordMissing();
    const { tenantId } = row;
    await refuseUnreversible(tx, row);
    if (row.version !== version) throw staleVersion();
    if (date < row.date.toISOString().slice(0, 10)) {
      throw new FieldRefusal('date', {
        zh: '冲销日期不能早于原凭证',
        en: 'A reversal is not dated before what it reverses',
      });
    }
    await openRunningMonth(tx, tenantId, now);
    await mustBeOpen(tx, tenantId, [periodOf(date)]);
    const red = await makeRed(tx, row, {
      date,
      now,
      makerId: session.userId,
      makerName: session.userName,
    });
    const approvalId = await submitVoucherOf(tx, call, red, reason);
    await logChange(tx, call, {
      tenantId,
      id,
      label: voucherLabel(row),
      after: { reversedBy: `${red.word} ${date}` },
      reason,
    });
    return { ...(await voucherOf(tx, session, red.id)), approvalId };
  });
}

async function refuseUnreversible(tx: Transaction, { tenantId, id, kind, state }: Voucher): Promise<void> {
  if (kind === 'RED')
    throw new Refusal({ zh: '冲销凭证不能再冲销', en: 'A reversal is not reversed itself' });
  if (kind === 'CLOSE')
    throw new Refusal({ zh: '结转凭证由反结账冲销', en: 'Reopening the period reverses it' });
  const reversal = await tx.voucher.count({ where: { tenantId, reversesId: id } });
  if (state === 'REVERSED' || reversal > 0)
    throw new Refusal({ zh: '该凭证已冲销', en: 'The voucher is reversed' });
  if (state !== 'POSTED')
    throw new Refusal({ zh: '只有已过账的凭证可以冲销', en: 'Only a posted voucher is reversed' });
}

interface Red {
  date: string;
  now: Date;
  makerId: string | null;
  makerName: string;
  /** PENDING where nothing is said. */
  state?: 'DRAFT' | 'PENDING';
}

/** The reversal of a voucher: its lines below zero on the same sides. */
export async function makeRed(
  tx: Transaction,
  voucher: Voucher,
  { date, now, makerId, makerName, state = 'PENDING' }: Red,
): Promise<Voucher> {
  const { tenantId, id: reversesId, word } = voucher;
  const { id } = await rowOf<{ id: string }>(
    tx,
    sql`INSERT INTO vouchers (tenant_id, period, word, date, kind, reverses_id, state, maker_id, maker_name, created_at, created_by, updated_at, updated_by)
        VALUES (${tenantId}::uuid, ${periodOf(date)}, ${word}, ${date}::date, 'RED', ${reversesId}::uuid, ${state}, ${makerId}::uuid, ${makerName},
          ${now}::timestamptz, ${makerName}, ${now}::timestamptz, ${makerName})
        RETURNING id`,
  );
  await tx.$executeRaw`
    INSERT INTO voucher_lines (tenant_id, voucher_id, date, line_no, summary, account_id, company_id, debit, credit)
    SELECT l.tenant_id, ${id}::uuid, ${date}::date, l.line_no, ${`冲销 ${voucherLabel(voucher)}`}, l.account_id, l.company_id, -l.debit, -l.credit
    FROM voucher_lines l WHERE l.tenant_id = ${tenantId}::uuid AND l.voucher_id = ${reversesId}::uuid ORDER BY l.line_no`;
  return tx.voucher.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

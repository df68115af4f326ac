import { voucherTransitions } from '@xyxlx/contracts/voucher';
import type { Prisma, Voucher } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { visibleBooks } from './books.ts';

/** The states of a voucher; what else an action does stands beside its handler. */
export const voucherStateMachine: RecordOf<
  typeof voucherTransitions,
  Voucher,
  Prisma.VoucherUncheckedUpdateManyInput
> = {
  table: voucherTransitions,
  type: 'voucher',
  label: voucherLabel,
  lock: async (tx, session, ids) =>
    tx.voucher.findMany({ where: keysOf(await lockVisibleRows(tx, session, 'vouchers', ids, visibleBooks)) }),
  update: (tx, where, data) => tx.voucher.updateMany({ where, data }),
  refusal: (state, action) => {
    if (state === 'REVERSED') return new Refusal({ zh: '该凭证已冲销', en: 'The voucher is reversed' });
    if (action === 'postVouchers' && state === 'POSTED') return alreadyDone();
    return action === 'postVouchers'
      ? new Refusal({ zh: '凭证未审核，不能过账', en: 'It is not approved yet' })
      : new Refusal({ zh: '只有草稿可以修改或提交', en: 'Only a draft is changed or submitted' });
  },
};

/** 记-0012 of a period; of one without a number its word and date. */
export function voucherLabel({ word, number, period, date }: Voucher): string {
  if (number !== null) return `${period} ${word}-${String(number).padStart(4, '0')}`;
  return `${word} ${date.toISOString().slice(0, 10)}`;
}

export function alreadyDone(): Refusal {
  return new Refusal({ zh: '已被处理', en: 'It has been decided already' });
}

export function periodClosed(period: string): Refusal {
  return new Refusal({ zh: `${period} 已结账`, en: `${period} is closed` });
}

/** Throws 406 where a day's period is not open; keeps it open until the transaction ends. */
export async function mustBeOpen(
  tx: Transaction,
  tenantId: string,
  periods: readonly string[],
): Promise<void> {
  const found = await tx.$queryRaw<{ period: string; state: string }[]>`
    SELECT period, state FROM ledger_periods WHERE tenant_id = ${tenantId}::uuid AND period = ANY(${[...periods]}::text[])
    ORDER BY period FOR SHARE`;
  for (const period of periods) {
    const state = found.find((one) => one.period === period)?.state;
    if (state === undefined) {
      throw new Refusal({ zh: `${period} 尚未启用，不能记账`, en: `There are no books of ${period} yet` });
    }
    if (state === 'CLOSING') throw new Refusal({ zh: `${period} 正在结账`, en: `${period} is being closed` });
    if (state === 'CLOSED') throw periodClosed(period);
  }
}

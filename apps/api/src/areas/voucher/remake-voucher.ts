import type { voucher as contract } from '@xyxlx/contracts/voucher';
import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import type { Waits } from '@xyxlx/contracts/waits';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import { remakeLines } from './make-vouchers.ts';
import { submitVoucherOf } from './voucher-approval.ts';
import { voucherOf } from './voucher-lists.ts';
import { mustBeOpen, voucherStateMachine } from './voucher-states.ts';

/** Writes the lines of a rejected automatic voucher anew, by the present mapping, and hands it in: whoever does it has a hand in it. */
export async function remakeVoucher(
  call: Call<z.output<typeof contract.remakeVoucher.input>, Session>,
): Promise<VoucherDetail & Waits> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const voucher = await changeOne(tx, call, voucherStateMachine, 'remakeVoucher', input);
    const { tenantId, id, period, slotId, date } = voucher;
    if (slotId === null) {
      throw new Refusal({ zh: '只有自动凭证可以重新生成', en: 'Only an automatic voucher is made anew' });
    }
    await mustBeOpen(tx, tenantId, [period]);
    await remakeLines(tx, { tenantId, id, slotId, date });
    const approvalId = await submitVoucherOf(tx, call, voucher);
    return { ...(await voucherOf(tx, session, id)), approvalId };
  });
}

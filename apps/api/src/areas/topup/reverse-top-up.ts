import { paths } from '@xyxlx/contracts/paths';
import type { topUp as contract, TopUpDetail } from '@xyxlx/contracts/top-up';
import type { Waits } from '@xyxlx/contracts/waits';
import type { TopUp } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { FieldRefusal, Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { onPage } from '../../platform/approval/money-act.ts';
import { submitForApproval, waitingAlready } from '../../platform/approval/submit.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logStates } from '../../platform/records/change-state.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { topUpOf } from './top-up.sql.ts';
import { topUpStateMachine } from './top-up-states.ts';

/** 充值退回: each waits for a checker, who is led to the top-up. */
export const topUpReversal = {
  type: 'topUpReversal',
  label: { zh: '充值退回', en: 'Reversal of a top-up' },
  madeWith: 'topup.edit',
  permission: 'topup.approve',
  link: onPage(paths.topUp),
} as const;

/**
 * Hands in that a top-up is taken back, whole; nothing moves until somebody agrees. Throws 406 for one that is not done, paid an order, or waits
 * already, and for a channel's payment that is to be claimed anew.
 */
export function reverseTopUp(
  call: Call<z.output<typeof contract.reverseTopUp.input>, Session>,
): Promise<TopUpDetail & Waits> {
  const { input, session, now } = call;
  const { kind, reason } = input;
  return change(call, async (tx) => {
    const [row] = await topUpStateMachine.lock(tx, session, [input.id]);
    if (!row) throw recordMissing();
    mustAllow(topUpStateMachine, 'reverseTopUp', row);
    if (row.version !== input.version) throw staleVersion();
    if (kind === 'REVERSE' && row.channel !== 'TRANSFER') throw onlyTransfers();
    await refusePaidOrder(tx, row);
    const { tenantId, id: topUpId, companyId, topUpNo, received: amount } = row;
    const waiting = await tx.topUpReversal.count({ where: { tenantId, topUpId, state: 'SUBMITTED' } });
    if (waiting > 0) throw waitingAlready();
    const by = session.userName;
    const { id, reversalNo } = await tx.topUpReversal.create({
      data: {
        ...{ tenantId, topUpId, kind, amount, reason, reversalNo: await nextNumber(tx, tenantId, 'CT') },
        ...{ createdAt: now, createdBy: by, updatedAt: now, updatedBy: by },
      },
    });
    const { id: approvalId } = await submitForApproval(tx, call, topUpReversal, {
      ...{ tenantId, companyId, subjectId: id, aboutId: topUpId, reason },
      subjectLabel: `${reversalNo} ${topUpNo}`,
      amount: Number(amount),
    });
    await tx.topUpReversal.update({ where: { tenantId_id: { tenantId, id } }, data: { approvalId } });
    await logStates(tx, call, topUpStateMachine, 'reverseTopUp', [row], {
      reason,
      after: () => ({ reversalNo, kind, amount: Number(amount) }),
    });
    return { ...(await topUpOf(tx, session, topUpId)), approvalId };
  });
}

/** What paid an order is given back there, with its cards. */
async function refusePaidOrder(tx: Transaction, { tenantId, id }: TopUp): Promise<void> {
  const paid = await tx.cardOrderPayment.count({ where: { tenantId, topUpId: id } });
  if (paid === 0) return;
  throw new Refusal({
    zh: '该充值已支付卡订单，请在订单中退款',
    en: 'It paid an order of cards: refund that',
  });
}

function onlyTransfers(): FieldRefusal {
  return new FieldRefusal('kind', {
    zh: '仅转账充值可冲正，渠道充值请选择退款',
    en: 'Only a transfer is reversed: refund what came by a channel',
  });
}

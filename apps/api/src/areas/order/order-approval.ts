import { orderOpenDays } from '@xyxlx/contracts/card-order';
import { paths } from '@xyxlx/contracts/paths';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { matterOfOrder } from './matter.ts';
import { orderStateMachine } from './order-states.ts';

/** 卡订单: each waits for a checker; nothing moves before it is paid. */
export const cardOrderApproval: ApprovalSubject = {
  type: 'cardOrder',
  label: { zh: '卡订单', en: 'Card order' },
  permission: 'order.approve',
  link: (id) => `${paths.cardOrder}?open=${id}`,
  ownLink: { without: 'order.view', link: (id) => `${paths.myOrder}?open=${id}` },
  matter: matterOfOrder,
  waiting: `SELECT id FROM card_orders WHERE tenant_id = $1 AND state = 'SUBMITTED'`,
  approve: (tx, decision) =>
    writeState(tx, decision, orderStateMachine, 'approve', [orderOfDecision(decision)], {
      columns: { closesAt: new Date(decision.now.getTime() + orderOpenDays * 86_400_000) },
    }),
  reject: (tx, decision) => leave(tx, decision, 'reject'),
  withdraw: (tx, decision) => leave(tx, decision, 'withdraw'),
};

function leave(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  return writeState(tx, decision, orderStateMachine, outcome, [orderOfDecision(decision)]);
}

function orderOfDecision({ approval: { tenantId, subjectId: id } }: Decision) {
  return { tenantId, id };
}

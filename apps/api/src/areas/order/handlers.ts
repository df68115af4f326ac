import type { cardOrder as contract } from '@xyxlx/contracts/card-order';
import { recordMissing } from '../../core/errors.ts';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import type { Handlers } from '../../wire/implement.ts';
import { closeAsked } from '../channel/ask-to-pay.ts';
import { applyForOrder } from '../invoice/apply-for-order.ts';
import { closePayments } from './close-payments.ts';
import { makeOrder } from './make-order.ts';
import { orderOf, orders } from './order.sql.ts';
import { orderExport } from './order-export.ts';
import { ruleOfUnit } from './order-rules.ts';
import { orderStateMachine } from './order-states.ts';
import { payOrder } from './pay-order.ts';
import { downloadProof, uploadProof } from './proofs.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';
import { addOrder, editOrder } from './write-order.ts';

export const order: Handlers<typeof contract> = {
  getRule: ruleOfUnit,
  queryOrder: (call) => queryList(call, orders),
  getOrder: ({ input, session, deps }) => orderOf(deps.database.pool, session, input.id),
  addOrder,
  editOrder,
  cancelOrder: async (call) => {
    const closed = await change(call, async (tx) => {
      const order = await changeOne(tx, call, orderStateMachine, 'cancelOrder', call.input);
      return closePayments(tx, call, order);
    });
    await closeAsked(call, closed);
    return orderOf(call.deps.database.pool, call.session, call.input.id);
  },
  payOrder,
  uploadProof,
  downloadProof,
  makeOrder,
  shipOrder,
  receiveOrder: (call) =>
    change(call, async (tx) => {
      await changeOne(tx, call, orderStateMachine, 'receiveOrder', call.input);
      return orderOf(tx, call.session, call.input.id);
    }),
  applyInvoice: (call) => {
    const { id, ...head } = call.input;
    return change(call, async (tx) => {
      const [row] = await orderStateMachine.lock(tx, call.session, [id]);
      if (!row) throw recordMissing();
      await applyForOrder(tx, call, row, head);
      return orderOf(tx, call.session, id);
    });
  },
  refundOrder,
  exportOrder: (call) => exportFile(call, orderExport),
};

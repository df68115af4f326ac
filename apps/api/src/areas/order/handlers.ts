import type { cardOrder as contract } from '@xyxlx/contracts/card-order';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import type { Handlers } from '../../wire/implement.ts';
import { orderOf, orders } from './order.sql.ts';
import { orderExport } from './order-export.ts';
import { orderStateMachine } from './order-states.ts';
import { payOrder } from './pay-order.ts';
import { addOrder, editOrder } from './write-order.ts';

export const order: Handlers<typeof contract> = {
  queryOrder: (call) => queryList(call, orders),
  getOrder: ({ input, session, deps }) => orderOf(deps.database.pool, session, input.id),
  addOrder,
  editOrder,
  cancelOrder: (call) =>
    change(call, async (tx) => {
      await changeOne(tx, call, orderStateMachine, 'cancelOrder', call.input);
      return orderOf(tx, call.session, call.input.id);
    }),
  payOrder,
  exportOrder: (call) => exportFile(call, orderExport),
};

import type { AppContract } from '@xyxlx/contracts/contract';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { activateOwnCard, changeOwnCard } from './change-own-card.ts';
import { ownAccount } from './own-account.ts';
import { ownAuthorizations, ownCardOf, ownCards, ownFlows } from './own-card.sql.ts';
import { ownOrderOf, ownOrders, productsOnSale } from './own-order.sql.ts';
import { addOwnOrder, applyOwnInvoice, cancelOwnOrder, editOwnOrder } from './own-order.ts';
import { ownPayments } from './own-payment.sql.ts';

export const own: Handlers<AppContract['own']> = {
  getAccount: ownAccount,
  queryCard: (call) => queryList(call, ownCards),
  getCard: ({ input, session, deps }) => ownCardOf(deps.database.pool, session, input.id),
  queryFlow: (call) => queryList(call, ownFlows),
  queryAuthorization: (call) => queryList(call, ownAuthorizations),
  queryPayment: (call) => queryList(call, ownPayments),
  activate: activateOwnCard,
  freeze: (call) => changeOwnCard(call, 'freezeCard'),
  unfreeze: (call) => changeOwnCard(call, 'unfreezeCard'),
  reportLoss: (call) => changeOwnCard(call, 'reportLossCard'),
  queryProduct: productsOnSale,
  queryOrder: (call) => queryList(call, ownOrders),
  getOrder: ({ input, session, deps }) => ownOrderOf(deps.database.pool, session, input.id),
  addOrder: addOwnOrder,
  editOrder: editOwnOrder,
  cancelOrder: cancelOwnOrder,
  applyInvoice: applyOwnInvoice,
};

import { z } from 'zod';
import { cardOrder, orderRules } from './card-order.ts';
import { cardProduct } from './card-product.ts';
import { endpoint } from './endpoint.ts';
import { noInput } from './fields.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';
import { waits } from './waits.ts';

const { queryOrder, getOrder, addOrder, editOrder, cancelOrder, applyInvoice } = cardOrder;

const productOnSale = cardProduct.queryProduct.output.shape.list.element.pick({
  ...{ id: true, code: true, name: true, form: true, naming: true, artUrl: true, months: true },
  ...{ faces: true, faceMin: true, faceMax: true, makingFee: true },
});
export type ProductOnSale = z.infer<typeof productOnSale>;

/** 我的订单: the card orders that one made oneself; what another made is as if it were missing. */
export const ownOrder = {
  queryProduct: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'own.order',
    summary: { zh: '可订购的卡产品', en: 'List the card products that can be ordered' },
    input: noInput,
    output: z.strictObject({ list: z.array(productOnSale), rules: orderRules }),
  }),
  queryOrder: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'own.order',
    summary: { zh: '本人的卡订单', en: 'List one’s own card orders' },
    input: cursorPageInput(['createdAt'], { state: queryOrder.input.shape.state }),
    output: cursorPageOf(queryOrder.output.shape.list.element.omit({ tenant: true })),
  }),
  getOrder: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'own.order',
    summary: { zh: '本人的一笔卡订单', en: 'One of one’s own card orders' },
    input: getOrder.input,
    output: getOrder.output,
  }),
  addOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'own.order',
    logs: 'cardOrder',
    idempotent: true,
    summary: {
      zh: '为所在单位下单购卡，提交审核',
      en: 'Order cards for the unit that one works at; submitted',
    },
    input: addOrder.input.omit({ merchantId: true }),
    output: getOrder.output.extend(waits),
  }),
  editOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'own.order',
    logs: 'cardOrder',
    idempotent: true,
    summary: {
      zh: '修改本人被驳回的订单并重新提交',
      en: 'Change an order of one’s own that was rejected, and submit it again',
    },
    input: editOrder.input,
    output: getOrder.output.extend(waits),
  }),
  cancelOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'own.order',
    logs: 'cardOrder',
    summary: { zh: '取消本人待付款的订单', en: 'Cancel an order of one’s own that nobody has paid' },
    input: cancelOrder.input,
    output: getOrder.output,
  }),
  applyInvoice: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'own.order',
    logs: 'cardOrder',
    idempotent: true,
    summary: { zh: '为本人已付款的订单申请开票', en: 'Apply for the invoice of a paid order of one’s own' },
    input: applyInvoice.input,
    output: getOrder.output,
  }),
};

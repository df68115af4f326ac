import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordOrder } from '../../../../../tests/support/card-orders.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { invoiceInvariants } from './invariants.ts';

let api: TestApi;
let clerk: string;
let elsewhere: string;
const tenantId = tenantIdOf('A');
const head = {
  ...{ title: '上海测试有限公司', taxNo: '91310115MA1K4F3B2X', address: null, phone: null },
  ...{ bank: null, account: null, email: 'orders@example.com' },
};
const permissions = ['order.view', 'order.edit', 'bill.view', 'bill.confirm', 'own.order'];

beforeAll(async () => {
  api = await startTestApi();
  clerk = (await operator(api, '订单经办', { permissions })).token;
  elsewhere = (await operator(api, '别处', { permissions, dataScope: 'MERCHANTS', merchantIds: [] })).token;
});
afterAll(() => api.close());

const call = async (path: string, input: object, token = clerk) => (await api.call(path, input, token)).body;
const apply = (id: string, token = clerk) => call('order/applyInvoice', { id, ...head }, token);
const shown = async (id: string): Promise<CardOrderDetail> => (await call('order/getOrder', { id })).result;
/** Of 1 yuan on a card and 12 yuan to send it. */
const paidOrder = () => recordOrder(api, { tenantId, state: 'PAID' });

async function applied(): Promise<{ order: CardOrderDetail; invoiceId: string }> {
  const { id } = await paidOrder();
  expect((await apply(id)).code).toBe(200);
  const order = await shown(id);
  return { order, invoiceId: order.invoices[0]?.id as string };
}
const decide = async (action: string, id: string, more: object) => {
  const { version } = await api.deps.database.prisma.invoiceApplication.findFirstOrThrow({ where: { id } });
  return call(`invoice/${action}`, { id, version, ...more });
};

describe('the invoice of an order', () => {
  test('is of all that was paid: its face values untaxed, its fees taxed', async () => {
    const { id, orderNo } = await paidOrder();
    expect((await shown(id)).invoiceableAmount).toBe(1_300);
    const { code, result } = await apply(id);
    expect([code, result.invoiceableAmount]).toEqual([200, 0]);
    expect(result.invoices).toEqual([
      expect.objectContaining({
        ...{ applicationNo: expect.stringMatching(/^FP\d{18}$/), state: 'ISSUING', invoiceNo: null },
        ...{ amount: 1_300, untaxedAmount: 100 },
      }),
    ]);
    const { list } = (await call('invoice/queryInvoice', { keyword: orderNo })).result;
    expect(list).toEqual([
      expect.objectContaining({ amount: 1_300, untaxedAmount: 100, orderNos: [orderNo], paymentNos: [] }),
    ]);
    const log = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { targetId: id, action: 'applyInvoice' },
    });
    expect(log).toMatchObject({ module: 'order', targetType: 'cardOrder', after: { invoicedAmount: 1_300 } });
  });

  test('is found by its number and e-mail on the public page', async () => {
    const { order } = await applied();
    const applicationNo = order.invoices[0]?.applicationNo;
    const { body } = await api.call('invoice/getInvoice', { applicationNo, email: head.email });
    expect(body.result).toMatchObject({ state: 'ISSUING', amount: 1_300, orderNos: [order.no] });
    expect((await api.call('invoice/getInvoice', { applicationNo, email: 'x@example.com' })).body.code).toBe(
      406,
    );
  });

  test('is applied for once, however many do at once, and not before it is paid', async () => {
    const { id } = await paidOrder();
    const answers = await Promise.all([1, 2, 3, 4].map(() => apply(id)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406, 406, 406]);
    expect(answers.find(({ code }) => code === 406)?.msg).toBe('订单没有可开票金额');
    const unpaid = await recordOrder(api, { tenantId, state: 'TO_PAY' });
    expect(await apply(unpaid.id)).toMatchObject({ code: 406, msg: '订单没有可开票金额' });
    expect((await shown(unpaid.id)).invoices).toEqual([]);
  });

  test('is issued and reversed, or fails: then all of it can be applied for again', async () => {
    const { order, invoiceId } = await applied();
    const issued = await decide('issueInvoice', invoiceId, { invoiceNo: '26312000000099990001' });
    expect(issued).toMatchObject({ code: 200, result: { approvalId: null } });
    expect((await shown(order.id)).invoices).toMatchObject([
      { state: 'ISSUED', invoiceNo: '26312000000099990001' },
    ]);
    expect((await apply(order.id)).code).toBe(406);
    expect((await decide('reverseInvoice', invoiceId, { reason: '抬头有误' })).code).toBe(200);
    expect((await shown(order.id)).invoiceableAmount).toBe(1_300);
    expect((await apply(order.id)).code).toBe(200);
    const again = await shown(order.id);
    expect(again.invoices.map(({ state, untaxedAmount }) => [state, untaxedAmount])).toEqual([
      ['ISSUING', 100],
      ['REVERSED', 100],
    ]);
    await decide('failInvoice', again.invoices[0]?.id as string, { reason: '税号有误' });
    expect((await shown(order.id)).invoiceableAmount).toBe(1_300);
  });

  test('is seen and decided by who sees the unit alone; another’s order is 记录不存在', async () => {
    const { order, invoiceId } = await applied();
    expect((await call('invoice/queryInvoice', { keyword: order.no }, elsewhere)).result.list).toEqual([]);
    const tried = await call('invoice/failInvoice', { id: invoiceId, version: 1, reason: 'x' }, elsewhere);
    expect(tried).toMatchObject({ code: 406, msg: '记录不存在' });
    const { id } = await paidOrder();
    expect(await apply(id, elsewhere)).toMatchObject({ code: 406, msg: '记录不存在' });
    const own = await call('own/applyInvoice', { id, ...head });
    expect(own).toMatchObject({ code: 406, msg: '记录不存在' });
    expect((await shown(id)).invoices).toEqual([]);
  });

  test('its maker applies for it, too', async () => {
    const { id } = await paidOrder();
    const { userId } = await api.deps.sessions.authenticate(clerk);
    await api.deps.database.prisma.cardOrder.update({
      where: { tenantId_id: { tenantId, id } },
      data: { createdById: userId },
    });
    const { code, result } = await call('own/applyInvoice', { id, ...head });
    expect([code, result.invoiceableAmount, result.invoices.length]).toEqual([200, 0, 1]);
  });
});

test('the database refuses a line of nothing, of both, untaxed of a payment, or of more than was paid', async () => {
  const owner = await connect(api.databaseUrl);
  const { id } = await paidOrder();
  const { prisma } = api.deps.database;
  const payment = await prisma.consumptionRecord.findFirstOrThrow({ where: { tenantId } });
  const application = await prisma.invoiceApplication.create({
    data: { tenantId, applicationNo: 'FP-RULES', state: 'ISSUING', title: 't', amount: 1n, email: 'a@b.cn' },
  });
  const line = (consumptionId: string | null, orderId: string | null, amount: number, untaxed: number) =>
    owner
      .query(
        `INSERT INTO invoice_lines (tenant_id, application_id, consumption_id, order_id, amount, untaxed) VALUES ($1, $2, $3, $4, $5, $6)`,
        [tenantId, application.id, consumptionId, orderId, amount, untaxed],
      )
      .then(() => '', String);
  expect(await line(null, null, 1, 0)).toContain('invoice_lines_of');
  expect(await line(payment.id, id, 1, 0)).toContain('invoice_lines_of');
  expect(await line(payment.id, null, 1, 1)).toContain('invoice_lines_untaxed');
  expect(await line(null, id, 1, 2)).toContain('invoice_lines_untaxed');
  expect(await line(null, id, 1_301, 0)).toContain('refuse_other_order_invoice');
  expect(await line(null, id, 200, 101)).toContain('refuse_other_order_invoice');
  expect(await line(null, id, 1_300, 100)).toBe('');
  const rule = invoiceInvariants.find(({ name }) => name === 'invoicedWithinOrder');
  expect((await owner.query(rule?.violations as string, [tenantId])).rows).toEqual([]);
  await owner.query('SET session_replication_role = replica');
  await owner.query(`UPDATE invoice_lines SET amount = 1301 WHERE order_id = $1`, [id]);
  expect((await owner.query(rule?.violations as string, [tenantId])).rows).toHaveLength(1);
  await owner.end();
});

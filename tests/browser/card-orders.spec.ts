import { type APIRequestContext, expect } from 'playwright/test';
import { agreeToOrder, paidOrder, soldProduct } from './support/card-orders.ts';
import { post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, tokenOf } from './support/records.ts';

const address = '上海市静安区南京西路 1 号';

/** A product that is sold, and a unit with money behind it. */
async function onSale(request: APIRequestContext) {
  const token = await tokenOf(request);
  const { list } = await post(request, 'employee/queryEmployee', { state: ['ACTIVE'], pageSize: 1 }, token);
  return { token, ...(await soldProduct(request)), merchant: list[0].merchant };
}

test('cards are ordered, agreed to by somebody else, and paid from the fund', async ({ context }) => {
  const { token, code, merchant } = await onSale(context.request);
  const page = await signedInPage(context);
  await page.goto('/layout/paymentreceived/order');
  await page.getByRole('button', { name: '新建订单' }).first().click();
  const form = page.getByRole('dialog', { name: '新建订单' });
  await form.getByLabel('购卡单位').fill(merchant.name);
  await page.locator('.ant-select-item-option', { hasText: merchant.name }).first().click();
  await form.getByLabel('卡产品').fill(code);
  await page.locator('.ant-select-item-option', { hasText: code }).click();
  await form.getByLabel('面值（元）').click();
  await page.locator('.ant-select-item-option', { hasText: '3,000.00' }).click();
  await form.getByLabel('张数').fill('2');
  // 2 × 3,000, 2 × 5 for making and 12 for sending them.
  await expect(form).toContainText('6,022.00');
  await expect(form).toContainText('陆仟零贰拾贰元整');
  await form.getByLabel('收货地址').fill(address);
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(form).toBeHidden();
  const row = page.getByRole('row', { name: merchant.name }).filter({ hasText: '6,022.00' });
  await expect(row.first()).toContainText('待审核');
  const no = /KD\d+/.exec(await row.first().innerText())?.[0] ?? '';
  const id = await agreeToOrder(context.request, no);
  await page.goto(`/layout/paymentreceived/order?open=${id}`);
  const drawer = page.getByRole('dialog', { name: no });
  await expect(drawer).toContainText(code);
  await expect(drawer).toContainText(address);
  await expectNothingSerious(page);
  await drawer.getByRole('button', { name: '企业资金付款' }).click();
  const question = page.getByRole('dialog', { name: '企业资金付款' });
  await expect(question).toContainText('6,022.00');
  await question.getByRole('button', { name: '企业资金付款' }).click();
  await expect(drawer).toContainText('付款记录');
  await expect(drawer.getByRole('button', { name: '企业资金付款' })).toHaveCount(0);
  expect(await post(context.request, 'order/getOrder', { id }, token)).toMatchObject({
    ...{ state: 'PAID', quantity: 2, payableAmount: 602_200, paidAmount: 602_200 },
  });
});

test('a paid order is made, sent and received; its card is assigned and activated', async ({ context }) => {
  const { request } = context;
  const { token, productId, merchant } = await onSale(request);
  const line = { productId, faceAmount: 300_000, quantity: 2 };
  const { id, no } = await paidOrder(request, merchant.id, line);
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/order?open=${id}`);
  const drawer = page.getByRole('dialog', { name: no, exact: true });
  await drawer.getByRole('button', { name: '制卡' }).click();
  await page.getByRole('dialog', { name: '制卡' }).getByRole('button', { name: '制卡' }).click();
  await drawer.getByRole('button', { name: '发货' }).click();
  const shipping = page.getByRole('dialog', { name: `发货 ${no}` });
  await shipping.getByLabel('承运商').fill('顺丰速运');
  await shipping.getByLabel('运单号').fill('SF1234567890');
  await shipping.getByRole('button', { name: '发货' }).click();
  await expect(drawer).toContainText('顺丰速运 SF1234567890');
  await drawer.getByRole('button', { name: '确认收货' }).click();
  await page.getByRole('dialog', { name: '确认收货' }).getByRole('button', { name: '确认收货' }).click();
  await expect(drawer.getByRole('button', { name: '确认收货' })).toHaveCount(0);
  expect(await post(request, 'order/getOrder', { id }, token)).toMatchObject({
    ...{ state: 'DONE', lines: [{ made: 2 }] },
  });
  await expectNothingSerious(page);
  await drawer.getByRole('link', { name: '查看卡' }).click();
  const { list: cards } = await post(request, 'card/queryCard', { orderNo: no }, token);
  expect(cards).toHaveLength(2);
  await expect(page.getByRole('row', { name: cards[0].cardNo })).toContainText('库存');
  const { list: people } = await post(
    request,
    'employee/queryEmployee',
    { state: ['ACTIVE'], merchantId: merchant.id, pageSize: 1 },
    token,
  );
  const [card] = cards;
  const given = { id: card.id, version: card.version, employeeId: people[0].id, reason: '领卡' };
  await post(request, 'card/assignCard', given, token);
  await post(request, 'card/activateCard', { ids: [card.id], reason: '领卡' }, token);
  await page.goto(`/layout/paymentreceived/card?open=${card.id}`);
  const opened = page.getByRole('dialog', { name: card.cardNo });
  await expect(opened).toContainText('3,000.00');
  await opened.getByRole('link', { name: no }).click();
  await expect(page.getByRole('dialog', { name: no, exact: true })).toBeVisible();
});

test('an order that was rejected is changed in the form it came from, and handed in anew', async ({
  context,
}) => {
  const { token, code, productId, merchant } = await onSale(context.request);
  const lines = [{ productId, faceAmount: 300_000, quantity: 3 }];
  const order = { merchantId: merchant.id, lines, payMethod: 'FUND', address };
  const { id, no, approvalId } = await post(context.request, 'order/addOrder', order, token);
  await post(
    context.request,
    'approval/reject',
    { id: approvalId, reason: '数量太多' },
    await tokenOf(context.request, checker),
  );
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/order?open=${id}`);
  const drawer = page.getByRole('dialog', { name: no });
  await drawer.getByRole('button', { name: '修改并重新提交' }).click();
  const form = page.getByRole('dialog', { name: '修改订单' });
  await expect(form).toContainText(code);
  await expect(form.getByLabel('张数')).toHaveValue('3');
  await form.getByLabel('张数').fill('1');
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(drawer).toContainText('等待他人审核');
  expect(await post(context.request, 'order/getOrder', { id }, token)).toMatchObject({
    ...{ state: 'SUBMITTED', quantity: 1, lines: [{ quantity: 1 }] },
  });
});

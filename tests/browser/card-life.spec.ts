import { expect } from 'playwright/test';
import { approveOpen, recordOf } from './support/approval-desk.ts';
import { soldProduct } from './support/card-orders.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, choose, tokenOf } from './support/records.ts';

test('from an order to the first payment in a shop, which the holder sees on a phone and finance on the card', async ({
  context,
}) => {
  const { request } = context;
  const { code } = await soldProduct(request);
  const token = await tokenOf(request);
  const { list } = await post(request, 'employee/queryEmployee', { keyword: accounts.employee }, token);
  const [{ name: holder, merchant }] = list;

  const ordering = await signedInPage(context);
  await ordering.goto('/layout/paymentreceived/order');
  await ordering.getByRole('button', { name: '新建订单' }).first().click();
  const form = ordering.getByRole('dialog', { name: '新建订单' });
  await form.getByLabel('购卡单位').fill(merchant.name);
  await ordering.locator('.ant-select-item-option', { hasText: merchant.name }).first().click();
  await form.getByLabel('卡产品').fill(code);
  await ordering.locator('.ant-select-item-option', { hasText: code }).click();
  await choose(form, '面值（元）', '3,000.00');
  await form.getByLabel('张数').fill('1');
  await form.getByLabel('收货地址').fill(`${code} 号库房`);
  await form.getByRole('button', { name: '提交审核' }).click();
  await expect(form).toBeHidden();
  await ordering
    .getByRole('row', { name: merchant.name })
    .first()
    .getByRole('button', { name: /KD\d+/ })
    .click();
  const ordered = ordering.getByRole('dialog', { name: /^KD\d+/ });
  await expect(ordered).toContainText(code);
  await expect(ordered).toContainText('等待他人审核');
  const no = /KD\d+/.exec(await ordered.innerText())?.[0] ?? '';

  const checking = await signedInPage(context, checker);
  await checking.goto(ordering.url());
  await checking.getByRole('link', { name: '去审批' }).click();
  await expect(recordOf(checking)).toContainText(no);
  await approveOpen(checking);

  const page = await signedInPage(context);
  await page.goto(ordering.url());
  const order = page.getByRole('dialog', { name: no, exact: true });
  for (const step of ['企业资金付款', '制卡']) {
    await order.getByRole('button', { name: step }).click();
    await page.getByRole('dialog', { name: step }).getByRole('button', { name: step }).click();
  }
  await order.getByRole('button', { name: '发货' }).click();
  const shipping = page.getByRole('dialog', { name: `发货 ${no}` });
  await shipping.getByLabel('承运商').fill('顺丰速运');
  await shipping.getByLabel('运单号').fill('SF1234567890');
  await shipping.getByRole('button', { name: '发货' }).click();
  await order.getByRole('button', { name: '确认收货' }).click();
  await page.getByRole('dialog', { name: '确认收货' }).getByRole('button', { name: '确认收货' }).click();
  await expect(order.getByRole('button', { name: '确认收货' })).toHaveCount(0);

  await order.getByRole('link', { name: '查看卡' }).click();
  const [made] = (await post(request, 'card/queryCard', { orderNo: no }, token)).list;
  await page.getByRole('row', { name: made.cardNo }).getByRole('button', { name: made.cardNo }).click();
  const card = page.getByRole('dialog', { name: made.cardNo, exact: true });
  await card.getByRole('button', { name: '分配' }).click();
  const assigning = page.getByRole('dialog', { name: `分配 ${made.cardNo}` });
  await assigning.getByLabel('持有人').fill(holder);
  await page.locator('.ant-select-item-option', { hasText: holder }).first().click();
  await assigning.getByLabel('原因').fill('领卡');
  await assigning.getByRole('button', { name: '分配' }).click();
  await expect(card).toContainText('待激活');

  const phone = await signedInPage(context, accounts.employee);
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/layout/myaccount/mycard');
  const lastFour = made.maskedPan.slice(-4);
  await phone.getByRole('button', { name: `尾号 ${lastFour}` }).click();
  const own = phone.getByRole('region', { name: made.cardNo });
  await own.getByRole('button', { name: '激活' }).click();
  await phone.getByRole('dialog').getByLabel('卡号后四位').fill(lastFour);
  await phone.getByRole('dialog').getByRole('button', { name: '激活' }).click();
  await expect(own).toContainText('¥3,000.00');

  const clerk = await tokenOf(request, accounts.maker);
  const active = { state: ['ACTIVE'], pageSize: 2 };
  const { list: shops } = await post(request, 'merchant/queryMerchant', active, clerk);
  const shop = shops.find(({ id }: { id: string }) => id !== merchant.id);
  const shopping = await signedInPage(context);
  await shopping.goto('/dev');
  const till = shopping.getByRole('region', { name: '刷卡' });
  await till.getByLabel('卡编号').fill(made.cardNo);
  await till.getByLabel('收款商户号').fill(shop.merchantNo);
  await till.getByLabel('金额').fill('45.60');
  await till.getByRole('button', { name: '支付' }).click();
  await expect(till.getByRole('status')).toContainText('00 承兑');
  const paymentNo = /P\d+/.exec(await till.getByRole('status').innerText())?.[0] ?? '';

  const holding = await signedInPage(context, accounts.employee);
  await holding.setViewportSize({ width: 390, height: 844 });
  await holding.goto('/layout/myaccount/mycard');
  await holding.getByRole('button', { name: `尾号 ${lastFour}` }).click();
  const paid = holding.getByRole('region', { name: made.cardNo });
  await expect(paid).toContainText('¥2,954.40');
  const flows = paid.getByRole('list', { name: '流水' }).getByRole('listitem');
  await expect(flows.filter({ hasText: paymentNo })).toContainText('45.60');
  await paid.getByText('支付请求', { exact: true }).click();
  await expect(paid.getByRole('list', { name: '支付请求' }).filter({ hasText: shop.name })).toContainText(
    '45.60',
  );
  await expectNothingSerious(holding);
  await holding.getByRole('tab', { name: '消费' }).click();
  await expect(holding.getByRole('listitem').filter({ hasText: shop.name }).first()).toContainText('45.60');

  const finance = await signedInPage(context);
  await finance.goto(`/layout/paymentreceived/card?open=${made.id}`);
  const charged = finance.getByRole('dialog', { name: made.cardNo, exact: true });
  await expect(charged).toContainText('2,954.40');
  await expect(charged.getByRole('row', { name: paymentNo })).toContainText('45.60');
});

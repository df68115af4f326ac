import { expect } from 'playwright/test';
import { paidOrder, soldProduct } from './support/card-orders.ts';
import { type GivenCard, givenCards } from './support/cards.ts';
import { post, signedInPage, test } from './support/console.ts';
import { tokenOf } from './support/records.ts';

test('a merchant number is found by name, code and payment, masked, and copied', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const token = await tokenOf(context.request);
  const { list } = await post(
    context.request,
    'consumption/queryConsumption',
    { type: ['CONSUME'], pageSize: 1 },
    token,
  );
  const [{ merchant, paymentNo }] = list;
  const found = await post(context.request, 'merchant/getMerchant', { id: merchant.id }, token);
  const page = await signedInPage(context);
  await page.goto('/layout/search');
  for (const [keyword, by] of [
    [found.name, '名称'],
    [found.creditCode, '信用代码'],
    [paymentNo, '交易流水号'],
  ]) {
    await page.getByRole('searchbox').fill(keyword);
    await page.getByRole('searchbox').press('Enter');
    const result = page.getByRole('listitem').filter({ hasText: found.merchantNo });
    await expect(result).toContainText(by);
    await expect(result).toContainText('139****');
  }
  await page.getByRole('button', { name: `复制 ${found.merchantNo}` }).click();
  await expect(page.getByText('复制成功！')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(found.merchantNo);
  // What was searched for may be personal: it stays out of the address.
  expect(new URL(page.url()).search).toBe('');
});

test('says so when nothing matches', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/search');
  await page.getByRole('searchbox').fill('没有这样的商户');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByText('没有找到与“没有这样的商户”相符的商户')).toBeVisible();
});

test('by the last four of a card and the numbers of a card, an order and a top-up: their merchant here, and with ⌘K they themselves', async ({
  context,
}) => {
  const { token, cards } = await givenCards(context.request, [100]);
  const [{ id, cardNo, maskedPan }] = cards as [GivenCard];
  const lastFour = maskedPan.slice(-4);
  const { productId } = await soldProduct(context.request);
  const { merchant } = await post(context.request, 'card/getCard', { id }, token);
  const order = await paidOrder(context.request, merchant.id, {
    productId,
    faceAmount: 300_000,
    quantity: 1,
  });
  await post(context.request, 'card/activateCard', { ids: [id], reason: '领卡' }, token);
  const form = { target: 'CARD', id, amount: 10_000, channel: 'ALIPAY' };
  const topUp = await post(context.request, 'topup/addTopUp', form, token);
  const page = await signedInPage(context);
  await page.goto('/layout/search');
  for (const [keyword, by] of [
    [lastFour, '卡号后四位'],
    [cardNo, '卡编号'],
    [order.no, '订单号'],
    [topUp.no, '充值单号'],
  ]) {
    await page.getByRole('searchbox').fill(keyword);
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: by }).first()).toContainText(keyword);
  }
  for (const [typed, kind, found] of [
    [lastFour, '支付卡', cardNo],
    [cardNo.toLowerCase(), '支付卡', cardNo],
    [order.no.toLowerCase(), '卡订单', order.no],
    [topUp.no.toLowerCase(), '充值', topUp.no],
  ]) {
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('combobox', { name: '搜索页面和记录' });
    await palette.fill(typed);
    await page.getByRole('group', { name: kind }).getByRole('option').filter({ hasText: found }).click();
    await expect(palette).toBeHidden();
    await expect(page.getByRole('dialog')).toContainText(found);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

import { expect } from 'playwright/test';
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

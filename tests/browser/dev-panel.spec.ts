import { expect } from 'playwright/test';
import { newUser, post, signedInPage, test } from './support/console.ts';

test('the developer panel shows the codes that were sent', async ({ page, request }) => {
  const { mobile } = await newUser(request);
  await page.goto('/dev');
  await post(request, 'verificationCode/requestVerificationCode', { mobile, scene: 'resetPassword' });
  await expect(page.getByRole('listitem').filter({ hasText: mobile })).toContainText(/\d{6}/);
});

test('the developer panel finds that everything holds', async ({ page }) => {
  await page.goto('/dev');
  await page.getByRole('button', { name: '立即检查' }).click();
  await expect(page.getByText(/额度：总额 =/)).toBeVisible();
  await expect(page.locator('[data-ok="false"]')).toHaveCount(0);
});

test('the developer panel revokes the session: the next screen asks to sign in', async ({
  context,
  request,
}) => {
  const user = await newUser(request);
  const page = await signedInPage(context, user.mobile, user.password);
  await page.goto('/dev');
  await page.getByRole('button', { name: '撤销会话' }).click();
  await expect(page.getByText('会话已撤销')).toBeVisible();
  await page.goto('/layout/merchant');
  await expect(page).toHaveURL(/\/login/);
});

test('the developer panel pays by card, and shows the code of a decline', async ({ context, request }) => {
  const page = await signedInPage(context);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const cards = { state: ['ACTIVE'], pageSize: 1 };
  const { list } = await post(request, 'card/queryCard', cards, String(token));
  const merchants = await post(request, 'merchant/queryMerchant', { state: ['ACTIVE'] }, String(token));
  await page.goto('/dev');
  const section = page.getByRole('region', { name: '刷卡' });
  await section.getByLabel('卡编号').fill(list[0].cardNo);
  await section.getByLabel('收款商户号').fill('NOBODY');
  await section.getByLabel('金额').fill('1');
  await section.getByRole('button', { name: '支付' }).click();
  await expect(section.getByRole('status')).toContainText('03 无效商户');
  await section.getByLabel('收款商户号').fill(merchants.list[0].merchantNo);
  await section.getByLabel('MCC').fill('5812');
  await section.getByRole('button', { name: '支付' }).click();
  await expect(section.getByRole('status')).toContainText(/00 承兑 · P\w+ · 可用 ¥/);
});

import { expect } from 'playwright/test';
import { accounts, signedInPage, test } from './support/console.ts';

test.use({ provoked: /406/ });

test('a top-up is asked for by company, amount and channel; without a bound channel the form says so and stays', async ({
  context,
}) => {
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/paymentreceived/topuphis');
  await expect(page.getByRole('heading', { name: '充值记录' })).toBeVisible();
  await page.getByRole('button', { name: '发起充值' }).first().click();
  const form = page.getByRole('dialog', { name: '发起充值' });
  await expect(form).toContainText('不支持信用卡付款');
  await form.getByLabel('公司').click();
  await page.locator('.ant-select-item-option').first().click();
  await form.getByLabel('充值金额').fill('1000');
  await form.getByRole('button', { name: '生成付款码' }).click();
  await expect(page.getByText('渠道未绑定')).toBeVisible();
  await expect(form).toBeVisible();
});

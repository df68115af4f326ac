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

test('the developer panel asks for a payment by card, and shows the code of a decline', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/dev');
  const section = page.getByRole('region', { name: '刷卡' });
  const pay = section.getByRole('button', { name: '支付' });
  await section.getByLabel('卡编号').fill('NOBODY');
  await section.getByLabel('收款商户号').fill('NOBODY');
  await expect(pay).toBeDisabled();
  await section.getByLabel('金额').fill('1');
  await pay.click();
  await expect(section.getByRole('status')).toHaveText('14 无效卡号');
});

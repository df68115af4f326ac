import { expect } from 'playwright/test';
import { dragSlider, fillSignIn, newUser, requestsTo, sentCode, test } from './support/console.ts';

test('a code by message, after the slider, sets a new password', async ({ page, context }) => {
  const user = await newUser(context.request);
  await page.goto('/login');
  await page.getByRole('link', { name: '忘记密码' }).click();
  await expect(page.getByRole('heading', { name: '重置密码' })).toBeVisible();
  await page.getByLabel('手机号/邮箱').fill(user.mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await dragSlider(page);
  await expect(page.getByRole('status').filter({ hasText: '验证码已发送' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^\d+ 秒后重试$/ })).toBeDisabled();

  await page.getByLabel('验证码', { exact: true }).fill(await sentCode(context.request, user.mobile));
  await page.getByLabel('新密码', { exact: true }).fill('Reset-Passwort-88');
  await page.getByLabel('确认新密码').fill('Reset-Passwort-88');
  await page.getByRole('button', { name: '重置密码' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status').filter({ hasText: '密码已重置' })).toBeVisible();

  await fillSignIn(page, user.mobile, 'Reset-Passwort-88');
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant$/);
});

test('says what is missing beside each field, and sends nothing', async ({ page }) => {
  await page.goto('/reset');
  const sent = requestsTo(page, '/resetPassword');
  const mobile = page.getByLabel('手机号/邮箱');
  await mobile.fill('138');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText('请输入正确的手机号或邮箱')).toBeVisible();
  await mobile.fill('');
  await page.getByLabel('新密码', { exact: true }).fill('one password');
  await page.getByLabel('确认新密码').fill('another password');
  await page.getByRole('button', { name: '重置密码' }).click();
  await expect(page.getByText('请输入手机号/邮箱')).toBeVisible();
  await expect(mobile).toBeFocused();
  await expect(page.getByText('请输入 6 位验证码')).toBeVisible();
  await expect(page.getByText('两次密码不一致')).toBeVisible();
  expect(sent).toEqual([]);
});

test('the same answer for an account that does not exist', async ({ page }) => {
  await page.goto('/reset');
  await page.getByLabel('手机号/邮箱').fill('nobody-here@example.org');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await dragSlider(page);
  await expect(page.getByRole('status').filter({ hasText: '验证码已发送' })).toBeVisible();
});

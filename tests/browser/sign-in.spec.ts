import { expect } from 'playwright/test';
import { accounts, dragSlider, fillSignIn, requestsTo, signedInPage, test } from './support/console.ts';

test('the slider is 360 × 40 and leads, once dragged, to the merchants', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/登录/);
  const track = page.getByRole('slider').locator('..');
  expect(await track.boundingBox()).toMatchObject({ width: 360, height: 40 });
  await fillSignIn(page);
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant$/);
  await expect(page.getByRole('table')).toContainText('正常');
});

test('on a phone the form keeps off the edges, and the narrower slider leads in as well', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/login');
  const track = page.getByRole('slider').locator('..');
  expect(await track.boundingBox()).toMatchObject({ x: 16, width: 328 });
  await fillSignIn(page);
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant$/);
});

test('what is wrong is said: beside the field before it is sent, and after a wrong password with a new drag', async ({
  page,
}) => {
  await page.goto('/login');
  await fillSignIn(page, 'no mobile number', 'some password');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('请输入正确的手机号或邮箱')).toBeVisible();
  await expect(page.getByLabel('手机号/邮箱')).toBeFocused();
  await fillSignIn(page, accounts.admin, 'not the password');
  await dragSlider(page);
  await expect(page.getByRole('alert')).toContainText('账号或密码错误');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '0');
  await fillSignIn(page);
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant$/);
});

test('letting go too early sends the handle back and asks the server nothing', async ({ page }) => {
  await page.goto('/login');
  const handle = page.getByRole('slider');
  await expect(handle).toHaveAttribute('aria-disabled', 'false');
  const solved = requestsTo(page, '/solveCaptcha');
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move(700, 400, { steps: 4 });
  await page.mouse.up();
  await expect(handle).toHaveAttribute('aria-valuenow', '0');
  expect(solved).toEqual([]);
});

test('works by keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('手机号/邮箱')).toBeFocused();
  await page.keyboard.type(accounts.admin);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Xyxlx@2026');
  await page.keyboard.press('Tab');
  const handle = page.getByRole('slider');
  await expect(handle).toBeFocused();
  await expect(handle).toHaveAttribute('aria-disabled', 'false');
  for (let step = 0; step < 16; step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(20 + (step % 4) * 9);
  }
  await expect(page).toHaveURL(/\/layout\/merchant$/);
  await expect(page.getByRole('table')).toContainText('正常');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '跳到主要内容' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main').locator(':focus')).toBeVisible();
});

test('a link pressed twice leads on once', async ({ context }) => {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: '忘记密码' }).dblclick();
  await expect(page).toHaveURL(/\/reset$/);
  await expect(page.getByRole('heading', { name: '重置密码' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
});

test('leads back to where one wanted to go', async ({ page }) => {
  await page.goto('/layout/merchant?pageNum=2');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await fillSignIn(page);
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant\?pageNum=2$/);
});

test('stays on the site whatever the address asks for', async ({ page }) => {
  await page.goto('/login?redirect=//example.org/');
  await fillSignIn(page);
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant$/);
});

test('is Chinese first, English at a press, and keeps the choice over a reload', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('reminds a user who never changed the initial password', async ({ context }) => {
  const page = await signedInPage(context, accounts.initialPassword);
  await page.goto('/layout/merchant');
  const dialog = page.getByRole('dialog', { name: '请修改初始密码' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: '立即修改' }).click();
  await expect(page).toHaveURL(/\/layout\/profile\/changepassword$/);
  await expect(dialog).toBeHidden();
});

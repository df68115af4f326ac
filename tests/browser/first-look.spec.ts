import { expect, type Page } from 'playwright/test';
import { accounts, dragSlider, password, signedInPage, test } from './support/console.ts';

const script = /\/assets\/index-[^/]*\.js$/;
const lead = '使用手机号或邮箱登录管理后台';

test('the sign-in page is seen and typed into before its script is there', async ({ page }) => {
  const held = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByText(lead)).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(245, 243, 238)');
  await page.getByLabel('手机号/邮箱').fill(accounts.admin);
  await page.getByLabel('密码').click();
  await page.keyboard.type(password);

  held.resolve();
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant$/);
  await expect(page.getByRole('table')).toContainText('正常');
});

test('a press before the script is there is done once it is, and the password goes nowhere else', async ({
  page,
}) => {
  const held = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('密码').fill('not shown to anybody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '登录' })).toHaveAttribute('data-pressed');
  await expect(page).toHaveURL(/\/login$/);
  held.resolve();
  await expect(page.getByLabel('手机号/邮箱')).toHaveAccessibleDescription('请输入手机号/邮箱');
  await expect(page.getByLabel('密码')).toHaveValue('not shown to anybody');
  await expect(page.getByLabel('密码')).toHaveAttribute('aria-invalid', 'false');
  await expect(page).toHaveURL(/\/login$/);
});

test('the language is changed by a press before the script is there', async ({ page }) => {
  const held = await holdScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'English' }).click();
  held.resolve();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a page that was told to be dark is dark from the start', async ({ page }) => {
  await page.goto('/healthz');
  await page.evaluate(() =>
    localStorage.setItem('xyxlx-console', JSON.stringify({ state: { scheme: 'dark' }, version: 1 })),
  );
  const held = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByText(lead)).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(14, 20, 18)');
  held.resolve();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(14, 20, 18)');
});

test('in English, for who is signed in and at other addresses nothing is seen that is not meant', async ({
  page,
  context,
}) => {
  await page.goto('/healthz');
  await page.evaluate(() => sessionStorage.setItem('i18nextLng', 'en'));
  const held = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light');
  await expect(page.getByText(lead)).toBeHidden();
  held.resolve();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  const known = await signedInPage(context);
  for (const address of ['/login', '/layout/merchant']) {
    const own = await holdScript(known);
    await known.goto(address, { waitUntil: 'commit' });
    await expect(known.locator('html')).toHaveAttribute('data-scheme', 'light');
    await expect(known.getByText(lead)).toBeHidden();
    own.resolve();
    await expect(known.getByText(address === '/login' ? lead : '商户的登记信息与状态。')).toBeVisible();
  }
});

test.describe('where the script is lost on its way', () => {
  test.use({ provoked: /Failed to load resource/ });

  for (const [language, told] of [
    ['zh', '页面没有完整载入，请检查网络后刷新页面。'],
    ['en', 'The page could not be loaded completely. Check your network, then reload the page.'],
  ] as const) {
    test(`the page says so, and is whole once it is loaded again (${language})`, async ({ page }) => {
      await page.goto('/healthz');
      await page.evaluate((chosen) => sessionStorage.setItem('i18nextLng', chosen), language);
      await page.route(script, (route) => route.abort());
      await page.goto('/login');
      await expect(page.getByRole('alert')).toHaveText(told);
      await page.unroute(script);
      await page.reload();
      await expect(page.locator('#root:not([data-drawn]) form')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  }
});

/** Keeps the console's script away until it is let go. */
async function holdScript(page: Page): Promise<PromiseWithResolvers<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held;
}

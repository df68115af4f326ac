import { type BrowserContext, expect, type Locator, type Page } from 'playwright/test';
import { companyToCertify } from './support/companies.ts';
import {
  accounts,
  dragSlider,
  fillSignIn,
  newUser,
  post,
  signedInPage,
  storedToken,
  test,
} from './support/console.ts';
import { quietOf } from './support/quiet.ts';
import { checker, tokenOf } from './support/records.ts';

test('a token that expires on the page is replaced without the user noticing', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  await expect(page.getByRole('table')).toContainText('正常');
  const before = await expire(page, context);
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(page.getByRole('button', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: '商户' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('table')).toContainText(/正常|停用|待审核|驳回|已注销/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await storedToken(page)).not.toBe(before);
});

test('three tabs whose token expires at once fetch one new token between them', async ({ context }) => {
  const first = await signedInPage(context);
  const tabs = [first, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/layout/merchant');
    await expect(tab.getByRole('table')).toContainText('正常');
  }
  const tokens: string[] = [];
  let asked = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/refreshToken')) asked += 1;
  });
  context.on('response', async (response) => {
    if (response.url().endsWith('/refreshToken')) tokens.push((await response.json()).result.token);
  });
  await expire(first, context);
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: '下一页' }).click()));
  for (const tab of tabs) {
    await expect(tab.getByRole('button', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page');
    await expect(tab.getByRole('region', { name: '商户' })).toHaveAttribute('aria-busy', 'false');
    await expect(tab.getByRole('alert')).toHaveCount(0);
  }
  // Every tab has its rows; the body of the answer may still be on its way to the test.
  await expect.poll(() => tokens).toHaveLength(1);
  expect(asked).toBe(1);
  expect(await storedToken(first)).toBe(tokens[0]);
});

test('signing out in one tab sends the other to the sign-in screen', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  const other = await context.newPage();
  await other.goto('/layout/merchant');
  for (const tab of [page, other]) await expect(tab.getByRole('table')).toContainText('正常');
  await page.getByRole('button', { name: /^账号菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login\?redirect=/);
  expect(await storedToken(other)).toBeNull();
});

test('a session revoked elsewhere ends with one message, an empty storage and the sign-in screen', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  await expect(page.getByRole('table')).toContainText('正常');
  await post(context.request, 'dev/revokeSession', {}, (await storedToken(page)) ?? '');
  // The bell reads by itself, and may have met the end of the session already: then there is nothing left to press.
  await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="下一页"]')?.click());
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByRole('alert')).toHaveCount(1);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ]);
});

test('强制下线 is felt without a press: the sign-in screen says why, and what was typed comes back after it', async ({
  context,
}) => {
  const user = await newUser(context.request);
  const page = await signedInPage(context, user.mobile, user.password);
  await page.goto('/layout/merchant');
  await page.getByRole('dialog').getByRole('button', { name: '稍后再说' }).click();
  await page.getByRole('button', { name: '新增商户' }).click();
  await page.getByLabel('商户名称').fill('强制下线测试商户');
  const admin = await tokenOf(context.request, accounts.admin);
  await post(context.request, 'userAccount/endUserSession', { id: user.id, reason: '设备遗失' }, admin);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByRole('main')).toContainText('此设备已被强制下线，请重新登录');
  await fillSignIn(page, user.mobile, user.password);
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant$/);
  await page.getByRole('dialog').getByRole('button', { name: '稍后再说' }).click();
  await expect(page.getByRole('status').filter({ hasText: '新增商户' })).toContainText('填写的内容已保留');
  await page.getByRole('button', { name: '新增商户' }).click();
  await expect(page.getByRole('dialog')).toContainText('已恢复登录失效前填写的内容');
  await expect(page.getByLabel('商户名称')).toHaveValue('强制下线测试商户');
  await expect(page.getByRole('status').filter({ hasText: '新增商户' })).toHaveCount(0);
});

test('加载中... lies over the screen while an answer is slow, and goes with it', async ({ context }) => {
  const { page, seen } = await slowMerchants(context);
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(page.getByText('加载中...')).toBeVisible();
  seen.resolve();
  await expect(page.getByText('加载中...')).toBeHidden();
});

test('a press that is under way when 加载中... comes still counts, and one that begins on it does not', async ({
  context,
}) => {
  const { page, seen } = await slowMerchants(context);
  const fewer = page.getByRole('button', { name: '收起', exact: true });
  await pointAt(page.getByRole('button', { name: '更多筛选' }));
  await page.mouse.down();
  await page.getByRole('button', { name: '下一页' }).evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText('加载中...')).toBeVisible();
  await page.mouse.up();
  const at = await pointAt(fewer);
  await page.mouse.down();
  // Playwright asks so during a press, and tries again where something lies over what it presses.
  const lies = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.textContent, at);
  expect(lies).toBe('加载中...');
  await page.mouse.up();
  seen.resolve();
  await expect(page.getByText('加载中...')).toBeHidden();
  await expect(fewer).toBeVisible();
});

test('a press that is under way when a message comes over it still counts', async ({ context }) => {
  const page = await signedInPage(context, checker);
  const untilQuiet = quietOf(page);
  await page.goto('/layout/index');
  await untilQuiet();
  const at = await pointAt(page.getByRole('button', { name: /^搜索/ }));
  await page.mouse.down();
  const company = await companyToCertify(context.request);
  await expect(page.getByRole('status').filter({ hasText: company.name })).toBeVisible();
  const overIt = await page.evaluate(
    ({ x, y }) =>
      [...document.querySelectorAll('.ant-notification-notice')].some((message) => {
        const { left, right, top, bottom } = message.getBoundingClientRect();
        return left < x && x < right && top < y && y < bottom;
      }),
    at,
  );
  expect(overIt).toBe(true);
  await page.mouse.up();
  await expect(page.getByRole('combobox', { name: '搜索页面和记录' })).toBeVisible();
});

/** The list of merchants, whose second page comes once it was `seen` that it is waited for; all else comes as it is asked for. */
async function slowMerchants(context: BrowserContext) {
  const page = await signedInPage(context);
  const untilQuiet = quietOf(page);
  const seen = Promise.withResolvers<void>();
  await page.route('**/queryMerchant', async (route) => {
    if (route.request().postDataJSON().pageNum === 2) await seen.promise;
    await route.continue();
  });
  await page.goto('/layout/merchant');
  await expect(page.getByRole('table')).toContainText('正常');
  await untilQuiet();
  return { page, seen };
}

/** Moves the mouse over something, whatever lies over that, and says where that is. */
async function pointAt(target: Locator): Promise<{ x: number; y: number }> {
  await expect(target).toBeVisible();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to point at.');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await target.page().mouse.move(at.x, at.y);
  return at;
}

async function expire(page: Page, context: BrowserContext): Promise<string> {
  const token = (await storedToken(page)) ?? '';
  await post(context.request, 'dev/expireToken', {}, token);
  return token;
}

import { expect } from 'playwright/test';
import { accounts, newUser, signedInPage, test } from './support/console.ts';

test('open pages keep what was typed in them, and closing the current one shows its neighbour', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  const keyword = page.getByLabel('关键字').filter({ visible: true });
  await keyword.fill('还没提交');
  await page.getByRole('link', { name: '账单' }).click();
  await expect(page).toHaveURL(/\/layout\/bill/);
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await tabs.getByRole('link', { name: '商户', exact: true }).click();
  await expect(keyword).toHaveValue('还没提交');
  await tabs.getByRole('button', { name: '关闭 商户' }).click();
  await expect(page).toHaveURL(/\/layout\/bill/);
  await expect(tabs.getByRole('link')).toHaveText(['账单']);
});

test('Ctrl-K finds screens by a few letters, and opens a merchant by its number', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  const number = await page.locator('tbody tr button').first().textContent();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: '搜索页面和记录' })).toBeFocused();
  await page.keyboard.type('bills');
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText([/账单/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/layout\/bill/);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(number ?? '');
  await expect(page.getByRole('option')).toHaveText([new RegExp(`^${number}`)]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/layout\/merchant\?open=/);
  const record = page.getByRole('dialog').filter({ hasText: number ?? '' });
  await expect(record).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const sought = page.getByRole('combobox', { name: '搜索页面和记录' });
  await expect(sought).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sought).toBeHidden();
  await expect(record).toBeVisible();
});

test('the menu lists what one may see, and an address typed by hand says which permission is missing', async ({
  context,
}) => {
  const page = await signedInPage(context, accounts.auditor);
  await page.goto('/layout/compliance/settings');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('无权访问');
  await expect(page.getByText('合规 · 监控设置')).toBeVisible();
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('button', { name: '商户管理' }).click();
  await expect(menu.getByRole('link', { name: '账单' })).toBeVisible();
  // Groups that are closed have no links.
  const closed = menu.getByRole('button', { expanded: false });
  while ((await closed.count()) > 0) await closed.first().click();
  await expect(menu.getByRole('link', { name: '操作日志', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: '合规设置' })).toHaveCount(0);
});

test('the account menu is opened, gone through and left by the keyboard alone', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/index');
  const button = page.getByRole('button', { name: /^账号菜单/ });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menuitem', { name: '个人信息' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: '修改密码' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('dark, compact and the folded menu outlast a reload', async ({ context }) => {
  const user = await newUser(context.request);
  const page = await signedInPage(context, user.mobile, user.password);
  await page.goto('/layout/merchant');
  await page.getByRole('button', { name: '稍后再说' }).click();
  // The look is kept on the server too.
  const saved = page.waitForResponse((answer) => {
    const sent = answer.request().postData() ?? '';
    return answer.url().endsWith('/savePreference') && /dark/.test(sent) && /compact/.test(sent);
  });
  await page.getByRole('button', { name: '切换到深色' }).click();
  await page.getByRole('button', { name: '切换到紧凑' }).click();
  await page.getByRole('button', { name: '收起菜单' }).click();
  await saved;
  await page.reload();
  await page.getByRole('button', { name: '稍后再说' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden();
});

test('on a tablet the menu lies over the page and closes with the step it made', async ({ context }) => {
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 900, height: 1100 });
  await page.goto('/layout/merchant');
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden();
  await page.getByRole('button', { name: '展开菜单' }).click();
  await page.getByRole('link', { name: '账单' }).click();
  await expect(page).toHaveURL(/\/layout\/bill/);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden();
});

test('on a phone the list of tenants and sign-in are no wider than the screen', async ({ context }) => {
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/layout/system/tenantinfo');
  await expect(page.getByRole('table')).toContainText('huadong');
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await beyond()).toBe(0);
  await page.goto('/login');
  await expect(page.getByRole('slider')).toBeVisible();
  expect(await beyond()).toBe(0);
});

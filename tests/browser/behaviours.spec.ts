import { expect } from 'playwright/test';
import { signedInPage, test } from './support/console.ts';

test.describe('what a screen throws', () => {
  test.use({ provoked: /TypeError|React/ });

  test('is caught, shown with a request id, and can be reported for a ticket', async ({ browser }) => {
    // A context of its own: here the page is meant to throw.
    const context = await browser.newContext();
    const page = await signedInPage(context);
    await page.route('**/queryMerchant', (route) =>
      route.fulfill({
        headers: { 'X-Request-Id': 'the-last-request' },
        json: {
          code: 200,
          success: true,
          msg: '',
          result: { list: [null], total: 1, pageNum: 1, pageSize: 20 },
        },
      }),
    );
    await page.goto('/layout/merchant');
    await expect(page.getByRole('heading', { name: '页面出错了' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
    await expect(page.getByText(/^请求编号：\S+$/)).toBeVisible();
    await page.getByRole('button', { name: '上报这个错误' }).click();
    await expect(page.getByText(/已上报，工单号：\S+/)).toBeVisible();
    await context.close();
  });
});

test('an old Internet Explorer engine gets the dialog 温馨提示, any other nothing', async ({ page }) => {
  await page.goto('/login');
  await page.addScriptTag({ url: '/ie-warning.js' });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.evaluate(() => Object.defineProperty(document, 'documentMode', { value: 8 }));
  await page.addScriptTag({ url: '/ie-warning.js?again' });
  const dialog = page.getByRole('alertdialog', { name: '温馨提示' });
  await expect(dialog).toContainText('2015 年 3 月');
  await expect(dialog).toContainText('极速模式');
  await expect(dialog.getByRole('link', { name: '更新浏览器' })).toHaveAttribute('href', /^https:/);
  await dialog.getByRole('button').click();
  await expect(dialog).toBeHidden();
});

test('a newer console is noticed and offered', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  await expect(page.getByRole('table')).toContainText('正常');
  const asked = page.waitForResponse('**/index.html');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await asked).finished();
  await expect(page.getByText('控制台有新版本')).toBeHidden();
  await page.route('**/index.html', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(src="\/assets\/index-)[^"]+/, '$1next.js');
    await route.fulfill({ response, body });
  });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('控制台有新版本')).toBeVisible();
  await page.getByRole('button', { name: '稍后' }).click();
  await expect(page.getByText('控制台有新版本')).toBeHidden();
});

test('copies on click, with the clipboard and without it, and says 复制成功！', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  await page.locator('tbody tr button').first().click();
  const copy = page.getByRole('dialog').getByRole('button', { name: /^复制 M/ });
  const number = ((await copy.getAttribute('aria-label')) ?? '').replace('复制 ', '');
  await copy.click();
  await expect(page.getByRole('status').filter({ hasText: '复制成功！' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  await page.evaluate(async () => {
    await navigator.clipboard.writeText('');
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  });
  await copy.click();
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
});

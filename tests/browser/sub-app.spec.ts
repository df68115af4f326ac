import { expect } from 'playwright/test';
import { post, signedInPage, storedToken, test } from './support/console.ts';

test('the data board is embedded, follows language and scheme, and is kept while one looks elsewhere', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  await page.getByRole('button', { name: '工作台', exact: true }).click();
  await page.getByRole('link', { name: '数据看板' }).click();
  const board = page.locator('wujie-app');
  await expect(board.getByText('商户总数')).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(board.getByText('Merchants in all')).toBeVisible();
  await page.getByRole('button', { name: 'Switch to dark' }).click();
  await expect(board.locator('main')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Switch to light' }).click();
  // An application that was loaded anew would come without it.
  await board.locator('main').evaluate((main) => main.setAttribute('data-kept', 'true'));
  const tabs = page.getByRole('navigation', { name: 'Open pages' });
  await tabs.getByRole('link', { name: 'Merchants' }).click();
  await expect(page.getByRole('table')).toContainText('Active');
  await tabs.getByRole('link', { name: 'Data board' }).click();
  await expect(board.getByText('Merchants in all')).toBeVisible();
  await expect(board.locator('main')).toHaveAttribute('data-kept', 'true');
});

test('a token that expired in the sub-application is refreshed by the console', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/subapp/board');
  const board = page.locator('wujie-app');
  await expect(board.getByText('商户总数')).toBeVisible();
  const before = (await storedToken(page)) ?? '';
  await post(context.request, 'dev/expireToken', {}, before);
  // The board reads again after every change of the session.
  await page.getByRole('button', { name: 'English' }).click();
  await expect.poll(() => storedToken(page)).not.toBe(before);
  await expect(board.getByText('Merchants in all')).toBeVisible();
});

test.describe('when it can not be loaded', () => {
  test.use({ provoked: /Failed to load resource|wujie/ });

  test('the user reads why and can try again', async ({ context }) => {
    const page = await signedInPage(context);
    let isBroken = true;
    await page.route('**/sub/board/', (route) => (isBroken ? route.abort() : route.continue()));
    await page.goto('/layout/subapp/board');
    await expect(page.getByRole('heading', { name: '数据看板没有加载成功' })).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: '重试' }).click();
    await expect(page.locator('wujie-app').getByText('商户总数')).toBeVisible();
  });

  test('an address that is not in the registry shows nothing of it', async ({ context }) => {
    const page = await signedInPage(context);
    await page.goto('/layout/subapp/evil');
    await expect(page.getByRole('heading', { name: '没有这个子应用' })).toBeVisible();
  });
});

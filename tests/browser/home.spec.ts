import { expect } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { rowsOf, tokenOf } from './support/records.ts';

test('shows the figures of today, and each to-do leads to exactly what it counts', async ({ context }) => {
  const home = await post(context.request, 'home/getHome', {}, await tokenOf(context.request));
  const page = await signedInPage(context);
  await page.goto('/layout/index');
  const figures = page.getByRole('region', { name: '今日数字' });
  await expect(figures).toContainText(yuan(home.fund.availableBalance));
  await expect(figures).toContainText(yuan(home.spend.todayAmount));
  await expect(page.getByRole('table', { name: '近 30 天消费与退款' }).getByRole('row')).toHaveCount(31);
  const [top] = home.topMerchants;
  await expect(page.getByRole('link', { name: top.merchant.name })).toBeVisible();

  await page.getByRole('link', { name: '账单有异议' }).click();
  await expect(page).toHaveURL(/\/layout\/bill\?state=DISPUTED/);
  await expect(rowsOf(page, '账单').first()).toContainText('有异议');
  // Other tests dispute and issue bills meanwhile.
  await expect(async () => {
    await page.reload();
    const { todos } = await post(context.request, 'home/getHome', {}, await tokenOf(context.request));
    const { count } = todos.find(({ kind }: { kind: string }) => kind === 'billDisputed');
    await expect(page.getByText(`共 ${count} 条`)).toBeVisible({ timeout: 3000 });
  }).toPass();
});

test('who may only read has no to-dos', async ({ context }) => {
  const page = await signedInPage(context, accounts.auditor);
  await page.goto('/layout/index');
  await expect(page.getByRole('region', { name: '今日数字' })).toBeVisible();
  await expect(page.getByRole('link', { name: '商户待审核' })).toHaveCount(0);
});

test('says what went wrong when the figures cannot be read, and reads them again', async ({ context }) => {
  const page = await signedInPage(context);
  await page.route('**/xyxlx/home/getHome', (route) =>
    route.fulfill({ json: { code: 406, success: false, msg: '暂时读不到', result: null } }),
  );
  await page.goto('/layout/index');
  await expect(page.getByRole('main')).toContainText('暂时读不到');
  await page.unroute('**/xyxlx/home/getHome');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('region', { name: '今日数字' })).toBeVisible();
});

function yuan(fen: number): string {
  return new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(fen / 100);
}

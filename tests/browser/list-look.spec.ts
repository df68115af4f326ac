import { expect } from 'playwright/test';
import { accounts, signedInPage, test } from './support/console.ts';
import { rowsOf } from './support/records.ts';

test('columns and saved views stay with the user, whatever becomes of the browser', async ({ browser }) => {
  const first = await browser.newContext();
  const page = await signedInPage(first, accounts.maker);
  await page.goto('/layout/bill?state=DISPUTED&sort=period.asc');
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '显示全部' }).click();
  await expect(page.getByLabel('手续费')).toBeChecked();
  await page.getByLabel('手续费').click();
  await expect(page.getByLabel('手续费')).not.toBeChecked();
  await expect(page.getByRole('columnheader', { name: '手续费' })).toHaveCount(0);
  await expect(page.getByLabel('账单号')).toBeDisabled();
  await page.getByRole('button', { name: '我的视图' }).click();
  await page.getByLabel('给当前筛选起个名字').fill('有异议的');
  const saved = page.waitForResponse('**/preference/savePreference');
  await page.getByLabel('给当前筛选起个名字').press('Enter');
  await saved;
  await first.close();

  const second = await browser.newContext();
  const again = await signedInPage(second, accounts.maker);
  await again.goto('/layout/bill');
  await expect(rowsOf(again, '账单').first()).toBeVisible();
  await expect(again.getByRole('columnheader', { name: '手续费' })).toHaveCount(0);
  await again.getByRole('button', { name: '我的视图' }).click();
  await again.getByRole('button', { name: '有异议的', exact: true }).click();
  await expect(again).toHaveURL(/state=DISPUTED/);
  await expect(again).toHaveURL(/sort=period.asc/);
  await expect(rowsOf(again, '账单').first()).toContainText('有异议');
  await again.getByRole('button', { name: '我的视图' }).click();
  await again.getByRole('button', { name: '删除视图“有异议的”' }).click();
  await expect(again.getByText('还没有保存的视图')).toBeVisible();
  await second.close();
});

import { expect, type Page } from 'playwright/test';
import { accounts, signedInPage, test } from './support/console.ts';
import { rowsOf } from './support/records.ts';

test('columns and saved views stay with the user, whatever becomes of the browser', async ({ browser }) => {
  const first = await browser.newContext();
  const page = await signedInPage(first, accounts.maker);
  await page.goto('/layout/bill?state=DISPUTED&sort=period.asc');
  const fee = page.getByRole('checkbox', { name: '手续费' });
  await page.getByRole('button', { name: '列设置' }).click();
  await expect(fee).toBeChecked();
  await fee.click();
  await expect(fee).not.toBeChecked();
  await expect(page.getByRole('columnheader', { name: '手续费' })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: '账单号' })).toBeDisabled();
  // Past the column that is hidden.
  await page.getByRole('button', { name: '把“期末”前移' }).click();
  await page.getByRole('button', { name: '把“期末”前移' }).click();
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '保存为视图' }).click();
  const saved = page.waitForResponse('**/preference/savePreference');
  await page.getByLabel('给当前筛选起个名字').fill('有异议的');
  await page.getByLabel('给当前筛选起个名字').press('Enter');
  await saved;
  await expect(view(page, '有异议的')).toHaveAttribute('aria-current', 'true');
  await first.close();

  const second = await browser.newContext();
  const again = await signedInPage(second, accounts.maker);
  await again.goto('/layout/bill');
  await expect(rowsOf(again, '账单').first()).toBeVisible();
  await expect(again.getByRole('columnheader', { name: '手续费' })).toHaveCount(0);
  await expect(again.getByRole('columnheader').last()).not.toContainText('期末');
  await view(again, '有异议的').click();
  await expect(again).toHaveURL(/state=DISPUTED/);
  await expect(again).toHaveURL(/sort=period.asc/);
  await expect(rowsOf(again, '账单').first()).toContainText('有异议');

  await again.getByRole('button', { name: '视图“有异议的”的操作' }).click();
  const made = again.waitForResponse('**/preference/savePreference');
  await again.getByRole('menuitem', { name: '设为默认视图' }).click();
  await made;
  await again.goto('/layout/bill');
  await expect(again).toHaveURL(/state=DISPUTED/);
  await view(again, '全部').click();
  await expect(again).not.toHaveURL(/state=/);

  await view(again, '有异议的').click();
  await again.getByRole('button', { name: '视图“有异议的”的操作' }).click();
  await again.getByRole('menuitem', { name: '删除视图“有异议的”' }).click();
  await expect(view(again, '有异议的')).toHaveCount(0);
  await second.close();
});

function view(page: Page, name: string) {
  return page.getByRole('navigation', { name: '我的视图' }).getByRole('button', { name, exact: true });
}

import { expect, type Page } from 'playwright/test';
import { signedInPage, test } from './support/console.ts';
import { choose } from './support/records.ts';

test('filters, sorts and pages on the server, and a reload shows the same rows', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  await expect(rows(page)).not.toHaveCount(0);

  await choose(page, '每页', '10');
  await expect(page).toHaveURL(/pageSize=10/);
  await expect(rows(page)).toHaveCount(10);

  await page.getByRole('button', { name: '商户号', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: '商户号' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=merchantNo.asc/);

  await page.getByRole('button', { name: '下一页' }).click();
  // The address changes first: the rows before still stand there.
  await expect(page.getByRole('button', { name: '第 2 页', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page).toHaveURL(/pageNum=2/);
  const numbers = await settledNumbers(page);
  expect(numbers).toEqual([...numbers].sort());

  await page.reload();
  await expect(rows(page)).toHaveCount(10);
  expect(await settledNumbers(page)).toEqual(numbers);

  await page.getByLabel('关键字').fill(numbers[0] ?? '');
  await page.getByLabel('关键字').press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).not.toHaveURL(/pageNum/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(10);
});

test('a page that is no more leads to the last there is, and back does not lead there again', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/bill');
  await page.goto('/layout/merchant?pageSize=10&pageNum=500');
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL(/pageNum=\d{1,2}$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/layout\/bill/);
});

test('filters by several states, and says so when nothing matches', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant?state=DISABLED,CLOSED&pageSize=100');
  for (const state of ['停用', '已注销'])
    await expect(rows(page).filter({ hasText: state })).not.toHaveCount(0);
  await expect(rows(page).filter({ hasNotText: /停用|已注销/ })).toHaveCount(0);
  await page.getByLabel('关键字').fill('没有这样的商户');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.getByRole('table')).toContainText('没有符合条件的记录');
  await page.getByRole('button', { name: '重置' }).click();
  await expect(page.getByRole('table')).toContainText('正常');
});

test('opens a merchant over the list, and the address keeps it open', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  const number = (await rows(page).first().getByRole('button').textContent()) ?? '';
  await rows(page).first().getByRole('button').press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText(number);
  await expect(drawer).toContainText('统一社会信用代码');
  await page.reload();
  await expect(page.getByRole('dialog')).toContainText(number);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).not.toHaveURL(/open=/);
});

test('speaks English without a reload', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  await expect(page.getByRole('heading', { name: '商户' })).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Merchants' })).toBeVisible();
  await expect(page.getByRole('table')).toContainText('Active');
  await expect(page).toHaveTitle(/Merchants/);
  expect(loads).toBe(0);
});

function rows(page: Page) {
  return page.locator('tbody tr:has(button)');
}

async function settledNumbers(page: Page): Promise<string[]> {
  await expect(page.getByRole('region', { name: '商户' })).toHaveAttribute('aria-busy', 'false');
  return rows(page).getByRole('button').allTextContents();
}

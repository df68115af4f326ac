import { expect } from 'playwright/test';
import { caseDesk } from './support/cases.ts';
import { signedInPage, test } from './support/console.ts';
import { rowsOf, settled } from './support/records.ts';

test('the dashboard keeps its days in the address, and its numbers lead to lists that are filtered alike', async ({
  context,
}) => {
  const desk = await caseDesk(context.request);
  const { no } = await desk.open('URGENT');
  const page = await signedInPage(context, desk.head.mobile, desk.head.password);
  await page.goto('/layout/compliance/audit');
  await page.getByRole('tab', { name: '看板' }).click();
  await page.getByText('近 90 天').click();
  await expect(page).toHaveURL(/tab=dashboard&span=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/);
  const span = new URL(page.url()).searchParams.get('span');
  await expect(page.getByRole('heading', { name: '人员结案' })).toBeVisible();

  const figures = page.getByRole('region', { name: '合规概况' });
  const open = figures.getByText('未结案件').locator('..').getByRole('link');
  await expect(open).toHaveText(/^[1-9]\d*$/);
  await open.click();
  await settled(page, '案件');
  await expect(rowsOf(page, '案件').filter({ hasText: no })).toContainText('待处理');
  await page.goBack();
  await expect(page.getByRole('radio', { name: '近 90 天' })).toBeChecked();

  await figures.getByText('预警', { exact: true }).locator('..').getByRole('link').click();
  await settled(page, '预警');
  expect(new URL(page.url()).searchParams.get('created')).toBe(span);
  await expect(page.getByRole('search')).toContainText('已立案');
});

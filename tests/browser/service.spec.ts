import { expect } from 'playwright/test';
import { accounts, signedInPage, test } from './support/console.ts';
import { rowsOf, settled } from './support/records.ts';

test('a scheduled task is found by its words and run at once, and tells when and how it ran', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/system/schedule');
  await page.getByLabel('任务名称').fill('关闭未支付');
  await page.getByLabel('任务名称').press('Enter');
  const row = rowsOf(page, '计划任务');
  await expect(row).toHaveCount(1);
  await row.getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: '关闭未支付的充值' });
  await expect(drawer).toContainText('超过支付时限时');
  await drawer.getByRole('button', { name: '立即执行' }).click();
  const question = page.getByRole('dialog', { name: /立即执行/ });
  await expect(question).toContainText('只完成此刻已到期');
  await question.getByRole('button', { name: '立即执行' }).click();
  await expect(page.getByText('已安排，随即执行')).toBeVisible();
  await expect(drawer).toContainText('平台管理员');
  await expect(drawer.getByText('成功', { exact: true })).toBeVisible();
});

test('whoever does not look after the service has none of its screens', async ({ context }) => {
  const page = await signedInPage(context, accounts.auditor);
  await page.goto('/layout/system/schedule');
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByText('服务运维 · 查看')).toBeVisible();
});

test('on a phone a scheduled task is its name, its state and when it ran', async ({ context }) => {
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/layout/system/schedule');
  await settled(page, '计划任务');
  const row = rowsOf(page, '计划任务').first();
  await expect(row.locator('td[data-label="状态"]')).toBeVisible();
  await expect(row.locator('td[data-label="下次执行"]')).toBeHidden();
});

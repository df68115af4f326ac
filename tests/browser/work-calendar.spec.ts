import { expect } from 'playwright/test';
import { accounts, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';

test('a year shows its days off and worked; a day is set, told from the national ones, and taken back', async ({
  context,
}) => {
  const page = await signedInPage(context, accounts.maker);
  await page.goto('/layout/paymentreceived/creditlimit/calendar?year=2026');
  const october = page.getByRole('table', { name: '10月' });
  await expect(october).toContainText('工作日 18 天');
  await expect(october.getByRole('button', { name: '2026-10-05 国庆节' })).toBeVisible();
  await expectNothingSerious(page);

  await october.getByRole('button', { name: '2026-10-12 上班' }).click();
  const dialog = page.getByRole('dialog', { name: '2026-10-12' });
  await expect(dialog).toContainText('国家日历：无安排');
  await dialog.getByLabel('名称').fill('团建');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(october.getByRole('button', { name: '2026-10-12 团建' })).toBeVisible();
  await expect(october).toContainText('工作日 17 天');

  await october.getByRole('button', { name: '2026-10-12 团建' }).click();
  await page.getByRole('button', { name: '取消设置' }).click();
  await expect(october).toContainText('工作日 18 天');

  await page.getByRole('button', { name: '下一年' }).click();
  await expect(page.getByRole('alert')).toContainText('2027 年日历尚未发布');
});

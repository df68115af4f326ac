import { writeFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { post, signedInPage, storedToken, test } from './support/console.ts';

test('100,000 rows are checked beside the page, with progress, and say row and reason of what is wrong', async ({
  page,
}) => {
  await page.goto('/worker');
  await page.getByRole('button', { name: /100,000/ }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  // The page answers while the worker works.
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('status')).toContainText('100,000 rows');
  await expect(page.getByRole('row').nth(1)).toContainText(/\d+\s*Mobile/);
});

test('the check can be cancelled, and a file that is no text is named so', async ({ page }, testInfo) => {
  await page.goto('/worker');
  await page.getByRole('button', { name: /100,000/ }).click();
  // A pointer would wait until nothing moves, and by then the check may be over.
  await page.getByRole('button', { name: '取消' }).dispatchEvent('click');
  await expect(page.getByText('已取消')).toBeVisible();
  const path = testInfo.outputPath('broken.csv');
  await writeFile(path, Buffer.from([0xff, 0xfe, 0xff, 0x00, 0x80, 0xff]));
  await page.getByLabel('CSV 文件').setInputFiles(path);
  await expect(page.getByText('文件无法读取')).toBeVisible();
});

test('the live channel says how it stands, comes back after a break, and is over with the session', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/websocket');
  await expect(page.getByText('已连接')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'ready' })).toHaveCount(1);
  await page.getByRole('button', { name: '立即重连' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'ready' })).toHaveCount(2);
  await post(context.request, 'dev/revokeSession', {}, (await storedToken(page)) ?? '');
  await expect(page.getByText(/未连接|等待重连/)).toBeVisible({ timeout: 15_000 });
});

test('the live channel asks for sign-in where nobody is signed in', async ({ page }) => {
  await page.goto('/websocket');
  await page.getByRole('link', { name: '去登录' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=\/websocket/);
});

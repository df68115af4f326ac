import { writeFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { post, signedInPage, storedToken, test } from './support/console.ts';

test('100,000 rows are checked with progress, and what is wrong is said with its row, column and reason', async ({
  page,
}) => {
  await page.goto('/worker');
  // Inside the page: on a fast machine the check may be over before the test looks.
  const hadProgress = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('progress')) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.getByRole('button', { name: /100,000/ }).click();
  await hadProgress;
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('status')).toContainText('100,000 rows');
  await expect(page.getByRole('row').nth(1)).toContainText(/^\d+\s*Mobile\s*12345\s*malformed$/);
});

test('of thousands of problems those in sight are in the page, the first and, scrolled there, the last', async ({
  page,
}) => {
  await page.goto('/worker');
  const lines = Array.from({ length: 3000 }, (_, n) => `E${n},员工${n},12345,${n}.50`);
  const buffer = Buffer.from(['工号,姓名,手机,额度', ...lines].join('\n'));
  await page.setInputFiles('input[type=file]', { name: 'broken.csv', mimeType: 'text/csv', buffer });
  const table = page.getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', '3001');
  const shown = () =>
    table
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.ariaRowIndex && Number(row.ariaRowIndex)));
  const inARow = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);
  const atFirst = await shown();
  expect(atFirst).toEqual(inARow(2, atFirst.length));
  expect(atFirst.length).toBeLessThan(50);
  await table.evaluate((element) => {
    const region = element.closest('section');
    region?.scrollTo(0, region.scrollHeight);
  });
  const last = table.locator('tr[aria-rowindex="3001"]');
  // The first row of the file is its header.
  await expect(last).toContainText('3001');
  const isInRegion = await last.evaluate((row) => {
    const region = row.closest('section')?.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    return region !== undefined && top >= region.top && bottom <= region.bottom + 1;
  });
  expect(isInRegion).toBe(true);
  const atLast = await shown();
  expect(atLast).toEqual(inARow(3002 - atLast.length, atLast.length));
  expect(atLast.length).toBeLessThan(50);
});

test('the check can be cancelled, and a file that is no text is named so', async ({ page }, testInfo) => {
  await page.goto('/worker');
  // Inside the page: by the time the test finds the button, the check may be over.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const cancel = Array.from(document.querySelectorAll('button')).find(
        ({ textContent }) => textContent === '取消',
      );
      if (!cancel) return;
      observer.disconnect();
      cancel.click();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: /100,000/ }).click();
  await expect(page.getByText('已取消')).toBeVisible();
  const path = testInfo.outputPath('broken.csv');
  await writeFile(path, Buffer.from([0xff, 0xfe, 0xff, 0x00, 0x80, 0xff]));
  await page.getByLabel('CSV 文件').setInputFiles(path);
  await expect(page.getByText('文件无法读取')).toBeVisible();
});

test('the live channel shows its state, reconnects when asked, and loses its connection with the session', async ({
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

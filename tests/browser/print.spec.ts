import { expect } from 'playwright/test';
import { post, signedInPage, test } from './support/console.ts';
import { tokenOf } from './support/records.ts';

test('a record is printed without what lies behind it, uncut, with who printed it on each sheet', async ({
  context,
}) => {
  const token = await tokenOf(context.request);
  const { list } = await post(context.request, 'merchant/queryMerchant', {}, token);
  const { id, name, merchantNo } = list[0];
  const page = await signedInPage(context);
  await page.goto('/layout/merchant');
  await expect(page.getByRole('table')).toContainText(merchantNo);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: '新增商户' })).toBeHidden();

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/layout/merchant?open=${id}`);
  const record = page.getByRole('dialog', { name });
  await expect(record.getByText(merchantNo)).toBeVisible();
  await expect(record.getByRole('button', { name: '打印' })).toBeVisible();
  await page.setViewportSize({ width: 700, height: 300 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(record.getByRole('button', { name: '打印' })).toBeHidden();
  const cut = await record.evaluate((top) =>
    [top, ...top.querySelectorAll('*')]
      .filter(
        (part) => getComputedStyle(part).overflowY !== 'visible' && part.scrollHeight > part.clientHeight + 1,
      )
      .map((part) => part.className)
      .filter((name) => name !== 'visually-hidden'),
  );
  expect(cut).toEqual([]);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const head = await page.locator('head > style').last().textContent();
  expect(head).toMatch(
    /@top-left \{ content: "商户 · .*@top-right \{ content: "平台管理员 \d{4}-\d\d-\d\d \d\d:\d\d/s,
  );
});

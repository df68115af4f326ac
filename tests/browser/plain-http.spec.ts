import { expect } from 'playwright/test';
import { accounts, dragSlider, fillSignIn, test } from './support/console.ts';
import { otherName } from './support/other-name.ts';
import { rowsOf, unique } from './support/records.ts';

/** The service as another machine comes to it. */
const site = `http://${otherName}:${process.env.BROWSER_TEST_PORT}`;

// The browser says with each page that this header holds for HTTPS alone.
test.use({ provoked: /^The Cross-Origin-Opener-Policy header has been ignored/ });

test('where browsers keep what HTTPS alone gets to themselves, one signs in and writes a voucher of three lines', async ({
  context,
}) => {
  const page = await context.newPage();
  await page.goto(site);
  expect(await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
  await fillSignIn(page, accounts.maker);
  await dragSlider(page);
  await expect(page.getByRole('table')).toContainText('正常');

  await page.goto(`${site}/layout/paymentreceived/voucher`);
  await page.getByRole('button', { name: '新增凭证' }).click();
  const form = page.getByRole('dialog', { name: '新增凭证' });
  const lines = form.getByRole('group', { name: /^第 \d 行$/ });
  const summary = `明文核对${unique()}`;
  await form.getByRole('button', { name: '增加一行' }).click();
  for (const [at, [account, side, amount]] of (
    [
      ['6602', '借方', '3'],
      ['1001', '贷方', '1'],
      ['1001', '贷方', '2'],
    ] as const
  ).entries()) {
    const line = lines.nth(at);
    await line.getByLabel('摘要').fill(summary);
    await line.getByLabel('科目').fill(account);
    await page.keyboard.press('Enter');
    await line.getByLabel(side).fill(amount);
  }
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  await expect(rowsOf(page, '凭证').filter({ hasText: summary })).toHaveCount(1);
});

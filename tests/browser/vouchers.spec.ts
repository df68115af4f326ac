import { expect } from 'playwright/test';
import { accounts, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, rowsOf, settled } from './support/records.ts';

const receipt = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n');
const address = '/layout/paymentreceived/voucher';

test('a voucher is written by hand, approved and posted by somebody else, printed, and found in its ledger', async ({
  browser,
  context,
}) => {
  const page = await signedInPage(context, accounts.maker);
  await page.goto(address);
  await settled(page, '凭证');
  await page.getByRole('button', { name: '新增凭证' }).click();
  const form = page.getByRole('dialog', { name: '新增凭证' });
  const lines = form.getByRole('group', { name: /^第 \d 行$/ });
  await lines.nth(0).getByLabel('摘要').fill('计提浏览器核对费');
  await lines.nth(0).getByLabel('科目').fill('6602');
  await page.keyboard.press('Enter');
  await lines.nth(0).getByLabel('借方').fill('10500.07');
  await lines.nth(1).getByLabel('摘要').fill('计提浏览器核对费');
  await lines.nth(1).getByLabel('科目').fill('1001');
  await page.keyboard.press('Enter');
  await lines.nth(1).getByLabel('贷方').fill('10500');
  await expect(form).toContainText('差额 0.07 元');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toContainText('借贷不平，差额 0.07 元');
  await lines.nth(1).getByLabel('贷方').fill('10500.07');
  await expect(form).toContainText('借贷平衡');
  const choosing = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: '上传附件' }).click();
  await (await choosing).setFiles({ name: '回单.pdf', mimeType: 'application/pdf', buffer: receipt });
  await expect(form.getByText('回单.pdf')).toBeVisible();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();

  const written = rowsOf(page, '凭证').filter({ hasText: '计提浏览器核对费' });
  await written.getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('壹万零伍佰元零柒分');
  await expect(drawer).toContainText('附单据 1 张');
  const [fetched] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: /^回单\.pdf/ }).click(),
  ]);
  expect(fetched.suggestedFilename()).toBe('回单.pdf');
  await drawer.getByRole('button', { name: '提交审核' }).click();
  await page
    .getByRole('dialog', { name: /^提交审核/ })
    .getByRole('button', { name: '提交审核' })
    .click();
  await expect(drawer).toContainText('待审核');
  await expectNothingSerious(page);

  const deciding = await signedInPage(await browser.newContext(), checker);
  await deciding.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  for (const [act, state] of [
    ['审核通过', '已审核'],
    ['过账', '已过账'],
  ] as const) {
    const asked = deciding.getByRole('dialog').filter({ hasText: '壹万零伍佰元零柒分' });
    await asked.getByRole('button', { name: act, exact: true }).click();
    await deciding
      .getByRole('dialog', { name: new RegExp(`^${act} · `) })
      .getByRole('button', { name: act, exact: true })
      .click();
    await expect(asked.locator('.ant-drawer-header')).toContainText(state);
  }
  await deciding.getByRole('dialog').getByRole('button', { name: '打印' }).click();
  const print = deciding.getByRole('dialog', { name: '打印凭证' });
  await print.getByText('240 × 140 mm').click();
  const [file] = await Promise.all([
    deciding.waitForEvent('download'),
    print.getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^记账凭证_记-\d{4}\.pdf$/);

  // What the browser would print: the sheet alone, on paper of its size.
  await deciding.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await deciding.getByRole('dialog').getByRole('button', { name: '打印' }).click();
  await print.getByRole('button', { name: '浏览器打印' }).click();
  await expect(deciding.locator('body[data-printed]')).toBeAttached();
  await deciding.emulateMedia({ media: 'print' });
  await expect(deciding.getByRole('heading', { name: '记账凭证', level: 1 }).last()).toBeVisible();
  await expect(deciding.getByText('会计主管：')).toBeVisible();
  await expect(deciding.getByRole('navigation')).toHaveCount(0);
  const { length } =
    (await deciding.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
  expect(length).toBe(1);
  await deciding.emulateMedia({ media: null });
  await deciding.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(print).toBeHidden();

  await deciding.getByRole('link', { name: /^6602 / }).click();
  await settled(deciding, '明细账');
  await expect(rowsOf(deciding, '明细账').filter({ hasText: '计提浏览器核对费' })).toContainText('10,500.07');
});

import { expect } from 'playwright/test';
import { approveOpen } from './support/approval-desk.ts';
import { post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, giveReason, rowsOf, settled, tokenOf, unique } from './support/records.ts';

const product = {
  ...{ form: 'PHYSICAL', naming: 'NAMED', faces: [100_000, 300_000], makingFee: 500 },
  ...{ reloadable: true, mcc: [] },
};

test('a product is added as a draft, refused by the policy in words, and sold once a checker agrees', async ({
  context,
}) => {
  const page = await signedInPage(context);
  const code = `T${unique()}`;
  const name = `福利卡${code}`;
  await page.goto('/layout/paymentreceived/card?tab=products');
  await settled(page, '产品');
  await page.getByRole('button', { name: '新增产品' }).first().click();
  const form = page.getByRole('dialog', { name: '新增产品' });
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('请输入产品编码')).toBeVisible();
  await form.getByLabel('产品编码').fill(code);
  await form.getByLabel('名称').fill(name);
  await form.getByLabel('面值', { exact: true }).fill('6000');
  await form.getByLabel('面值', { exact: true }).press('Enter');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('记名卡面值不得超过 5,000.00 元')).toBeVisible();
  // The fields take nothing while the answer is on its way.
  await expect(async () => {
    await form.getByLabel('面值', { exact: true }).press('Backspace');
    await expect(form).not.toContainText('6000.00', { timeout: 500 });
  }).toPass();
  for (const face of ['1000', '3000']) {
    await form.getByLabel('面值', { exact: true }).fill(face);
    await form.getByLabel('面值', { exact: true }).press('Enter');
  }
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  const row = rowsOf(page, '产品').filter({ hasText: name });
  await expect(row).toContainText('草稿');

  await row.getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog', { name });
  await drawer.getByRole('button', { name: '提交审核' }).click();
  await expect(drawer).toContainText('待审核');

  const checking = await signedInPage(context, checker);
  await checking.goto(page.url());
  await checking.getByRole('link', { name: '前往审批' }).click();
  const approval = checking.getByRole('dialog', { name: new RegExp(`卡产品 · ${code}`) });
  await expect(approval).toContainText('1,000.00 元、3,000.00 元');
  await approveOpen(checking, approval);
  await expect(approval).toContainText('已通过');
  const selling = await signedInPage(context);
  await selling.goto(page.url());
  const sold = selling.getByRole('dialog', { name });
  await sold.getByRole('button', { name: '停用' }).click();
  await giveReason(selling, '停用', '停用', '停售');
  await expect(sold.getByRole('button', { name: '启用' })).toBeVisible();
});

test('a product gets a picture, which its face shows', async ({ context }) => {
  const token = await tokenOf(context.request);
  const code = `P${unique()}`;
  const { id } = await post(
    context.request,
    'card/addProduct',
    { code, name: `礼品卡${code}`, ...product },
    token,
  );
  const page = await signedInPage(context);
  await page.goto(`/layout/paymentreceived/card?tab=products&open=${id}`);
  const drawer = page.getByRole('dialog', { name: `礼品卡${code}` });
  await expect(drawer.getByRole('img', { name: `礼品卡${code}` })).toBeVisible();
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 200;
    canvas.height = 120;
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await page.getByTestId('picture-file').setInputFiles({
    name: 'art.png',
    mimeType: 'image/png',
    buffer: Buffer.from(picture, 'base64'),
  });
  await expect(page.getByText('卡面已更新')).toBeVisible();
  await expect(drawer.locator('svg image')).toHaveAttribute('href', /\/xyxlx\/cardArt\/.+\.webp$/);
});

test('the cards, their products and the policy have nothing that axe calls serious', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/paymentreceived/card');
  await settled(page, '卡');
  await expectNothingSerious(page);
  await page.getByRole('tab', { name: '政策' }).click();
  await expect(page.getByText('5,000.00').first()).toBeVisible();
  await expectNothingSerious(page);
  await page.getByRole('tab', { name: '产品' }).click();
  await settled(page, '产品');
  await expectNothingSerious(page);
});

import { expect } from 'playwright/test';
import { post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, pick, rowsOf, settled, tokenOf, unique } from './support/records.ts';

test('finance applies and issues: the e-mail that was refused says why, and goes when it is sent again', async ({
  context,
}) => {
  const { request } = context;
  const token = await tokenOf(request);
  const { list } = await post(
    request,
    'consumption/queryConsumption',
    { type: ['CONSUME'], state: ['SUCCESS'], pageSize: 100 },
    token,
  );
  // Neither the newest nor the last: other tests refund and invoice those.
  const { paymentNo, employee } = list
    .filter((row: { invoiceState: string }) => row.invoiceState === 'NONE')
    .at(-6);
  const { mobile } = await post(request, 'employee/getEmployee', { id: employee.id }, token);
  // The server that takes the e-mails of browser tests refuses such an address once.
  const email = `full-${unique()}@example.com`;

  const page = await signedInPage(context, checker);
  await page.goto('/layout/pages/form/AlipayInvoice');
  await page.getByRole('button', { name: '代客开票' }).click();
  const form = page.getByRole('dialog', { name: '支付宝开票' });
  await form.getByLabel('交易流水号').fill(paymentNo);
  await form.getByLabel('付款员工手机号后四位').fill(mobile.slice(-4));
  await form.getByLabel('发票抬头').fill('上海测试有限公司');
  await form.getByRole('button', { name: '全额开票' }).click();
  await form.getByLabel('邮箱').fill(email);
  await form.getByRole('button', { name: '提交申请' }).click();
  await expect(form).toBeHidden();

  await page.goto(`/layout/pages/form/AlipayInvoice?keyword=${paymentNo}`);
  const row = rowsOf(page, '开票申请');
  await row.getByRole('button', { name: /^FP/ }).click();
  const drawer = page.getByRole('dialog', { name: /^FP/ });
  await expect(drawer.getByRole('button', { name: '重发邮件' })).toHaveCount(0);
  await drawer.getByRole('button', { name: '登记已开票' }).click();
  await page.getByLabel('发票号码').fill(`2631${unique()}0001`);
  await page.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(row).toContainText('已开票');

  await expect(async () => {
    await page.reload();
    await settled(page, '开票申请');
    await expect(row).toContainText('发送失败', { timeout: 2_000 });
  }).toPass();
  await row.getByRole('button', { name: /^FP/ }).click();
  await expect(drawer).toContainText('对方拒收：552 f***@example.com is nobody');
  await expect(drawer).not.toContainText(email);
  await expectNothingSerious(page);
  await drawer.getByRole('button', { name: '重发邮件' }).click();
  await page
    .getByRole('dialog', { name: /重发邮件/ })
    .getByRole('button', { name: '重发邮件' })
    .click();
  await expect(page.getByText('已安排发送')).toBeVisible();

  await expect(async () => {
    await page.reload();
    await settled(page, '开票申请');
    await expect(row).toContainText('已发送', { timeout: 2_000 });
  }).toPass();
  await row.getByRole('button', { name: /^FP/ }).click();
  await expect(drawer).toContainText('邮件发送时间');
  await expect(drawer).not.toContainText('对方拒收');
  await page.keyboard.press('Escape');
  await pick(page, '邮件', '发送失败');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(row).toHaveCount(0);
});

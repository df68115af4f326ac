import { expect } from 'playwright/test';
import { accounts, password, post, requestsTo, signedInPage, test } from './support/console.ts';
import { rowsOf } from './support/records.ts';

test.describe('error logs', () => {
  test('a log is uploaded and answers a ticket', async ({ page }) => {
    await page.goto('/reportseq?serial=SN-2026');
    await page.getByLabel('问题描述').fill('点击导出后页面空白');
    await page.getByRole('button', { name: '上传' }).click();
    await expect(page.getByText('请选择日志文件')).toBeVisible();
    await page.getByLabel(/日志文件/).setInputFiles({
      name: 'console.log',
      mimeType: 'text/plain',
      buffer: Buffer.from('TypeError: x is undefined'),
    });
    await page.getByRole('button', { name: '上传' }).click();
    await expect(page.getByText(/^E\d{8}-\d{8}$/)).toBeVisible();
  });

  test('a log over 256 KiB is refused before it is sent', async ({ page }) => {
    await page.goto('/reportseq?serial=SN-2026');
    const sent = requestsTo(page, '/uploadErrorReport');
    await page.getByLabel(/日志文件/).setInputFiles({
      name: 'large.log',
      mimeType: 'text/plain',
      buffer: Buffer.alloc(256 * 1024 + 1, 'a'),
    });
    await page.getByRole('button', { name: '上传' }).click();
    await expect(page.getByText('文件超过 256 KiB')).toBeVisible();
    expect(sent).toEqual([]);
  });
});

test.describe('the app', () => {
  for (const path of ['/downloadapp', '/downlaodapp', '/qrcode']) {
    test(`${path} shows a code to scan and says what is not released`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: '下载应用' })).toBeVisible();
      const web = page.getByRole('listitem').filter({ hasText: '网页版' });
      await expect(web.locator('svg')).toBeVisible();
      const android = page.getByRole('listitem').filter({ hasText: 'Android' });
      await expect(android).toContainText('该平台的应用尚未发布');
      await expect(android.locator('svg')).toHaveCount(0);
    });
  }
});

test.describe('an invoice', () => {
  test.use({ provoked: /ERR_FAILED/ });

  test('is applied for once though an answer is lost, found again by its payer, and recorded as issued by finance', async ({
    page,
    context,
    request,
  }) => {
    const { token } = await post(request, 'userAccount/login', { mobile: accounts.admin, password });
    const { list } = await post(
      request,
      'consumption/queryConsumption',
      { type: ['CONSUME'], state: ['SUCCESS'] },
      token,
    );
    // Not the newest: another test refunds that one.
    const { paymentNo, employee } = list.findLast(
      (row: { invoiceState: string }) => row.invoiceState === 'NONE',
    );
    const { mobile } = await post(request, 'employee/getEmployee', { id: employee.id }, token);

    await page.goto('/pages/form/AlipayInvoice');
    await page.getByRole('button', { name: '提交申请' }).click();
    await expect(page.getByText('请输入发票抬头')).toBeVisible();
    await page.getByLabel('交易流水号').fill(paymentNo);
    await page.getByLabel('付款员工手机号后四位').fill(mobile.slice(-4) === '0000' ? '0001' : '0000');
    await page.getByLabel('发票抬头').fill('上海测试有限公司');
    await expect(page.getByText('记录不存在')).toBeVisible();
    await page.getByLabel('付款员工手机号后四位').fill(mobile.slice(-4));
    await page.getByLabel('发票抬头').focus();
    await page.getByRole('button', { name: '全额开票' }).click();
    await expect(page.getByLabel('开票金额（元）')).not.toHaveValue('');
    await page.getByLabel('税号').fill('91310115MA1K4F3B2X');
    await page.getByLabel('邮箱').first().fill('finance@example.com');
    // The answer to the first press is lost on its way; the second gets it again, and nothing is applied for twice.
    let sent = 0;
    await page.route('**/invoice/saveInvoice', async (route) => {
      const response = await route.fetch();
      sent += 1;
      await (sent === 1 ? route.abort() : route.fulfill({ response }));
    });
    await page.getByRole('button', { name: '提交申请' }).click();
    await expect(page.getByText('请求失败，请稍后重试')).toBeVisible();
    await page.getByRole('button', { name: '提交申请' }).click();
    const applicationNo = await page.getByText(/^FP\d{18}$/).innerText();
    expect(sent).toBe(2);

    await page.getByLabel('申请编号').fill(applicationNo);
    await page.getByLabel('邮箱').last().fill('finance@example.com');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page.getByText('开票中')).toBeVisible();

    const finance = await signedInPage(context);
    await finance.goto(`/layout/pages/form/AlipayInvoice?keyword=${paymentNo}`);
    await expect(rowsOf(finance, '开票申请')).toHaveCount(1);
    await finance.getByRole('button', { name: applicationNo }).click();
    await finance.getByRole('button', { name: '登记已开票' }).click();
    const invoiceNo = `26${applicationNo.slice(-18)}`;
    await finance.getByLabel('发票号码').fill(invoiceNo);
    await finance.getByRole('button', { name: /^保\s*存$/ }).click();
    await expect(finance.getByRole('table')).toContainText(invoiceNo);
  });
});

import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { approveOpen, cardOf, recordOf } from './support/approval-desk.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { checker, giveReason, rowsOf, settled, tokenOf } from './support/records.ts';
import { approveAndPost } from './support/vouchers.ts';

const address = '/layout/paymentreceived/voucher';

test('how the books are kept is changed by two people, from the next day on', async ({
  browser,
  context,
}) => {
  const page = await signedInPage(context, accounts.maker);
  await page.goto(`${address}?tab=chart`);
  const setting = page.getByRole('region', { name: '账套设置' });
  await setting.getByRole('button', { name: '修改设置' }).click();
  const form = page.getByRole('dialog', { name: '修改设置' });
  await form.getByLabel('服务费税率（万分之）').fill('900');
  await expectNothingSerious(page);
  await form.getByLabel('原因').fill('税率调整');
  await form.getByLabel('原因').press('Enter');
  await expect(form).toBeHidden();
  await expect(setting.getByRole('button', { name: '修改设置' })).toBeDisabled();
  await expect(setting.getByRole('button', { name: '去撤回' })).toBeVisible();
  await expect(setting.getByRole('button', { name: '去审批' })).toHaveCount(0);

  const deciding = await signedInPage(await browser.newContext(), checker);
  await deciding.goto(`${address}?tab=chart`);
  await decide(deciding, '账套设置');
  await page.reload();
  await expect(setting).toContainText(/\d{4}-\d\d-\d\d 起：.*服务费税率 9%/);
  await expect(setting.getByRole('button', { name: '修改设置' })).toBeEnabled();
});

test('books begin with balances from a file: the import leads to its voucher, which somebody else approves and posts', async ({
  browser,
  context,
}) => {
  const page = await signedInPage(context, accounts.tenantB);
  await page.goto(`${address}?tab=chart`);
  await page.getByRole('button', { name: '导入期初余额' }).click();
  const wizard = page.getByRole('dialog', { name: '导入期初余额' });
  await takeFile(page, ['1001,1234.56,', '4104.01,,1234.55']);
  await expect(wizard).toContainText('借贷不平，差额 0.01 元');
  await wizard.getByRole('button', { name: '换一个文件' }).click();
  await takeFile(page, ['1001,1234.56,', '4104.01,,1234.56']);
  await expectNothingSerious(page);
  await wizard.getByRole('button', { name: '导入 2 行' }).click();
  await expect(wizard).toContainText('成功导入 2 行');
  await wizard.getByRole('link', { name: /^查看 记 / }).click();
  const voucher = page.getByRole('dialog').filter({ hasText: '壹仟贰佰叁拾肆元伍角陆分' });
  await expect(voucher).toContainText('期初余额');
  await expect(voucher.locator('.ant-drawer-header')).toContainText('草稿');
  await voucher.getByRole('button', { name: '提交审核' }).click();
  await page
    .getByRole('dialog', { name: /^提交审核/ })
    .getByRole('button', { name: '提交审核' })
    .click();
  await expect(voucher.locator('.ant-drawer-header')).toContainText('待审核');
  await expect(voucher.getByRole('button', { name: '审核通过' })).toHaveCount(0);

  const deciding = await signedInPage(await browser.newContext(), accounts.admin);
  await deciding.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  await approveAndPost(deciding, '期初余额');

  await page.goto(`${address}?tab=balance&basis=POSTED`);
  await settled(page, '科目余额表');
  await expect(rowsOf(page, '科目余额表').filter({ hasText: '1001 库存现金' })).toContainText('1,234.56');
});

test('a month is closed and opened again by two people while payments go on', async ({
  browser,
  context,
}) => {
  test.setTimeout(300_000);
  const { request } = context;
  const month = await firstMonthInVouchers(request);
  const deciding = await signedInPage(await browser.newContext(), checker);
  for (const [state, act] of [
    ['PENDING', '审核通过'],
    ['APPROVED', '过账'],
  ] as const) {
    await deciding.goto(`${address}?period=${month}&state=${state}&pageSize=100`);
    await settled(deciding, '凭证');
    await deciding.getByRole('checkbox', { name: '选择本页全部' }).check();
    await deciding.getByRole('button', { name: act, exact: true }).click();
    await deciding
      .getByRole('dialog', { name: new RegExp(`^${act}`) })
      .getByRole('button', { name: act, exact: true })
      .click();
    await expect(rowsOf(deciding, '凭证')).toHaveCount(0);
  }

  const page = await signedInPage(context, accounts.maker);
  await page.goto(`${address}?tab=period&period=${month}`);
  const checks = page.getByRole('region', { name: `${month} 结账检查` });
  await expect(checks.getByText(/^✓ /)).toHaveCount(6);
  const tile = page.getByRole('button', { name: new RegExp(`^${month}`) });
  await expect(tile).toContainText('未结账');
  await expectNothingSerious(page);
  await checks.getByRole('button', { name: '申请结账' }).click();
  await page
    .getByRole('dialog', { name: /^申请结账/ })
    .getByRole('button', { name: '申请结账' })
    .click();
  await expect(checks.getByRole('button', { name: '去撤回' })).toBeVisible();
  await expect(checks.getByRole('button', { name: '申请结账' })).toHaveCount(0);

  await deciding.goto(`${address}?tab=period&period=${month}`);
  await decide(deciding, month);
  await pay(request);
  await expect(async () => {
    await page.reload();
    await expect(tile).toContainText('已结账', { timeout: 5_000 });
  }).toPass();
  await pay(request);

  await checks.getByRole('button', { name: '申请反结账' }).click();
  await giveReason(page, /^申请反结账/, '申请反结账', '补记费用');
  await deciding.goto(`${address}?tab=period&period=${month}`);
  await decide(deciding, month);
  await page.reload();
  await expect(tile).toContainText('未结账');
  await expect(checks.getByRole('button', { name: '申请结账' })).toBeVisible();
  // What the closing wrote stays in sight, each with its reversal.
  await page.goto(`${address}?period=${month}&kind=CLOSE`);
  await settled(page, '凭证');
  await expect(rowsOf(page, '凭证').filter({ hasNotText: '已冲销' })).toHaveCount(0);
});

/** Waits until the postings of the first month of the books are vouchers, and answers the month. */
async function firstMonthInVouchers(request: APIRequestContext): Promise<string> {
  const token = await tokenOf(request, accounts.maker);
  const year = new Date().getFullYear();
  const periods = [
    ...(await post(request, 'voucher/queryPeriod', { year: year - 1 }, token)),
    ...(await post(request, 'voucher/queryPeriod', { year }, token)),
  ];
  const [{ period }] = periods;
  await expect(async () => {
    const { checks } = await post(request, 'voucher/checkPeriod', { period }, token);
    const sealed = checks.find(({ check }: { check: string }) => check === 'SLOTS_SEALED');
    expect(sealed.ok).toBe(true);
  }).toPass({ timeout: 150_000 });
  return period;
}

/** Goes from a record to where what waits is decided, and approves it. */
async function decide(page: Page, subject: string): Promise<void> {
  await page.getByRole('button', { name: '去审批' }).click();
  await expect(recordOf(page)).toContainText(subject);
  await approveOpen(page);
  await expect(cardOf(page, subject)).toHaveCount(0);
}

async function pay(request: APIRequestContext): Promise<void> {
  const token = await tokenOf(request);
  const { list } = await post(request, 'employee/queryEmployee', { state: ['ACTIVE'], pageSize: 200 }, token);
  const employee = list.find(({ availableLimit }: { availableLimit: number }) => availableLimit > 10_000);
  const paid = await post(request, 'dev/pay', { employeeId: employee.id, amount: 100 }, token);
  expect(paid.state).toBe('SUCCESS');
}

async function takeFile(page: Page, rows: string[]): Promise<void> {
  await page.getByTestId('import-file').setInputFiles({
    name: '期初.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['科目编码,借,贷', ...rows].join('\n')),
  });
}

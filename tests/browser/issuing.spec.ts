import { expect, type Page } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { checker, giveReason, rowsOf, tokenOf, typeTime } from './support/records.ts';

const address = '/layout/paymentreceived/creditlimit/create';
const plans = '/layout/paymentreceived/creditlimit/autocreate';

test('a batch is made step by step, issued, seen at its employee, and voided as far as it is unspent', async ({
  context,
}) => {
  const { merchant, employee } = await somebody(context.request);
  const page = await signedInPage(context, accounts.maker);
  await page.goto(`${address}?tab=new`);
  const name = `浏览器测试 ${Date.now()}`;
  await page.getByRole('combobox', { name: '商户' }).fill(merchant.name);
  await page.getByTitle(merchant.name).click();
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText('请输入名称')).toBeVisible();
  await page.getByLabel('名称').fill(name);
  await page.getByLabel('原因').fill('餐补');
  await page.getByRole('button', { name: '下一步' }).click();

  await page.getByRole('radio', { name: '指定员工' }).click();
  await page.getByRole('combobox', { name: '指定员工' }).fill(employee.employeeNo);
  await page.getByTitle(employee.employeeNo).click();
  await expect(page.getByText('当前可发放 1 人')).toBeVisible();
  await page.getByRole('button', { name: '下一步' }).click();

  await page.getByLabel('每人金额（元）').fill('12.34');
  await expect(page.getByText('预计 1 人 × 12.34 元 = 12.34 元')).toBeVisible();
  await page.getByRole('button', { name: '保存并核对' }).click();

  // The draft lies over the list, and in the address: a reload comes back to its check.
  const record = page.getByRole('dialog', { name });
  await expect(record.locator('.ant-drawer-extra')).toHaveText('草稿');
  await page.reload();
  await expect(rowsOf(page, '发放明细')).toContainText(employee.employeeNo);
  await record.getByRole('button', { name: '提交发放' }).click();
  await page
    .getByRole('dialog', { name: /^提交发放/ })
    .getByRole('button', { name: '提交发放' })
    .click();
  await expect(record.locator('.ant-drawer-extra')).toHaveText('成功');
  await expect(rowsOf(page, '发放明细')).toContainText('发放成功');
  expect(await leftOf(page, employee.id, 1_234)).toBe(1_234);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    record.getByRole('button', { name: '下载明细' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);

  await record.getByRole('checkbox', { name: `选择 ${employee.name}` }).click();
  await record.getByRole('button', { name: '作废所选 1 人' }).click();
  await giveReason(page, '作废所选 1 人', '作废', '发错了');
  await expect(record.locator('.ant-drawer-extra')).toHaveText('已作废');
  await expect(rowsOf(page, '发放明细')).toContainText('已作废');
  expect(await leftOf(page, employee.id, 1_234)).toBeUndefined();
});

test('a template becomes a plan with its next runs beside it, runs once a checker has approved it, and skips a day that is to come', async ({
  context,
}) => {
  const { merchant } = await somebody(context.request);
  const page = await signedInPage(context, accounts.maker);
  await page.goto(`${plans}/nodata`);
  await page.getByRole('button', { name: '使用模板：每日餐补' }).click();
  const name = `餐补 ${Date.now()}`;
  await page.getByLabel('计划名称').fill(name);
  await page.getByRole('combobox', { name: '商户' }).fill(merchant.name);
  await page.getByTitle(merchant.name).click();
  // Two minutes ahead: so near that the other tests don't notice when the clock is moved there.
  const soon = new Date(Date.now() + 120_000).toLocaleTimeString('sv-SE', {
    timeZone: 'Asia/Shanghai',
    timeStyle: 'short',
  });
  await typeTime(page.getByLabel('执行时间'), soon);
  const preview = page.getByRole('region', { name: '接下来 12 次' });
  await expect(preview.getByRole('listitem')).toHaveCount(12);
  await page.getByRole('button', { name: '保存并提交' }).click();
  await giveReason(page, '提交审批', '提交审批', '上线');
  const record = page.getByRole('dialog', { name });
  await expect(record.locator('.ant-drawer-extra')).toHaveText('待审核');

  const checking = await tokenOf(context.request, checker);
  const subjectId = new URL(page.url()).searchParams.get('open');
  const of = { subjectType: 'issuePlan', subjectId };
  const { id } = await post(context.request, 'approval/getSubjectApproval', of, checking);
  await post(context.request, 'approval/approve', { id }, checking);
  await page.reload();
  await expect(record.locator('.ant-drawer-extra')).toHaveText('启用');

  await post(context.request, 'dev/clock', { offsetSeconds: 150 });
  try {
    await record.getByRole('link', { name: '查看执行列表' }).click();
    await expect(async () => {
      await page.reload();
      await expect(rowsOf(page, '执行列表')).toContainText(/部分成功|成功/, { timeout: 5_000 });
    }).toPass();
    const coming = preview.getByRole('listitem');
    await expect(coming).toHaveCount(12);
    const next = (await coming.first().textContent())?.slice(0, 10) ?? '';
    expect(next).toMatch(/^\d{4}-\d\d-\d\d$/);
    await coming.first().getByRole('button', { name: /^跳过/ }).click();
    await giveReason(page, /^跳过/, '跳过', '当天统一供餐');
    await expect(rowsOf(page, '执行列表').filter({ hasText: '已跳过' })).toHaveCount(1);
    await expect(coming.first()).not.toContainText(next);
  } finally {
    const token = await tokenOf(context.request, accounts.maker);
    const { version } = await post(context.request, 'autoIssue/getPlan', { id: subjectId }, token);
    await post(
      context.request,
      'autoIssue/disablePlan',
      { id: subjectId, version, reason: '测试结束' },
      token,
    );
    await post(context.request, 'dev/clock', { offsetSeconds: 0 });
  }
});

/** An employee at work, and the merchant, whose company has money; another than those whose people other tests change at the same time. */
async function somebody(request: Parameters<typeof tokenOf>[0]) {
  const token = await tokenOf(request, accounts.maker);
  const { topMerchants } = await post(request, 'home/getHome', {}, token);
  const { merchant } = topMerchants[2];
  const asked = { merchantId: merchant.id, state: ['ACTIVE'], pageSize: 10 };
  const { list } = await post(request, 'employee/queryEmployee', asked, token);
  return { merchant, employee: list[0] };
}

/** What an employee has left of a lot of so much, in fen: another test issues to them as well. */
async function leftOf(page: Page, employeeId: string, amount: number): Promise<number | undefined> {
  const token = await tokenOf(page.request, accounts.maker);
  const { lots } = await post(page.request, 'limit/queryLot', { employeeId }, token);
  return lots.find((lot: { amount: number }) => lot.amount === amount)?.availableLimit;
}

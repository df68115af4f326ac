import { expect, type Page } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { giveReason, rowsOf, tokenOf } from './support/records.ts';

const address = '/layout/paymentreceived/creditlimit/create';

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
  expect(await lotOf(page, employee.id)).toMatchObject({ amount: 1_234, availableLimit: 1_234 });

  await record.getByRole('checkbox', { name: `选择 ${employee.name}` }).click();
  await record.getByRole('button', { name: '作废所选 1 人' }).click();
  await giveReason(page, '作废所选 1 人', '作废', '发错了');
  await expect(record.locator('.ant-drawer-extra')).toHaveText('已作废');
  await expect(rowsOf(page, '发放明细')).toContainText('已作废');
  expect(await lotOf(page, employee.id)).toBeUndefined();
});

/** An employee at work, and the merchant, whose company has money. */
async function somebody(request: Parameters<typeof tokenOf>[0]) {
  const token = await tokenOf(request, accounts.maker);
  const { topMerchants } = await post(request, 'home/getHome', {}, token);
  const { merchant } = topMerchants[0];
  const asked = { merchantId: merchant.id, state: ['ACTIVE'], pageSize: 10 };
  const { list } = await post(request, 'employee/queryEmployee', asked, token);
  return { merchant, employee: list[0] };
}

/** The newest lot of an employee. */
async function lotOf(page: Page, employeeId: string) {
  const token = await tokenOf(page.request, accounts.maker);
  const { lots } = await post(page.request, 'limit/queryLot', { employeeId }, token);
  return lots.at(-1);
}

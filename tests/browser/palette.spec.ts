import { expect, type Page } from 'playwright/test';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { newEmployee } from './support/employees.ts';
import { tokenOf } from './support/records.ts';

async function typed(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^搜索 / }).click();
  await page.getByRole('combobox', { name: '搜索页面和记录' }).fill(text);
}

test('a payment by its number is offered with its amount and state and opens, and 退款 with its number asks how much', async ({
  context,
}) => {
  const token = await tokenOf(context.request);
  const { list } = await post(
    context.request,
    'consumption/queryConsumption',
    { type: ['CONSUME'], state: ['SUCCESS'], pageSize: 1 },
    token,
  );
  const { paymentNo } = list[0];
  const page = await signedInPage(context);
  await page.goto('/layout/index');
  await typed(page, paymentNo);
  const option = page.getByRole('group', { name: '消费记录' }).getByRole('option');
  await expect(option).toHaveText(new RegExp(`^${paymentNo}.*\\d\\.\\d{2}成功$`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(paymentNo);
  await page.goto('/layout/index');
  await typed(page, `退款 ${paymentNo}`);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').filter({ hasText: '退款金额' })).toBeVisible();
  await expect(page).not.toHaveURL(/do=/);
});

test('an employee is found by pinyin or initials, and opens', async ({ context }) => {
  const { id, employeeNo } = await newEmployee(context.request, 0, '欧阳慕雪');
  const page = await signedInPage(context);
  for (const text of ['ouyangmuxue', 'oymx']) {
    await page.goto('/layout/index');
    await typed(page, text);
    const option = page.getByRole('group', { name: '员工' }).getByRole('option', { name: employeeNo });
    await expect(option).toContainText('欧阳慕雪');
    await option.click();
    await expect(page).toHaveURL(new RegExp(`/layout/userlist\\?open=${id}`));
  }
});

test('who may neither list payments nor refund is offered neither', async ({ context }) => {
  const token = await tokenOf(context.request);
  const { list } = await post(context.request, 'consumption/queryConsumption', { pageSize: 1 }, token);
  const page = await signedInPage(context, accounts.employee);
  await page.goto('/layout/index');
  await typed(page, `退款 ${list[0].paymentNo}`);
  await expect(page.getByText('没有找到')).toBeVisible();
});

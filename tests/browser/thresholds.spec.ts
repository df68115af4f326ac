import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { approveOpen, cardOf, openOnDesk } from './support/approval-desk.ts';
import { accounts, newUser, password, post, signedInPage, test } from './support/console.ts';
import { type NewEmployee, newEmployee } from './support/employees.ts';
import { checker, giveReason, tokenOf } from './support/records.ts';

test('an adjustment over the threshold waits; a checker approves it, and the limit moves', async ({
  context,
}) => {
  const employee = await newEmployee(context.request);
  const page = await signedInPage(context, accounts.maker);
  const dialog = await openAdjusting(page, employee);
  await dialog.getByLabel('金额（元）').fill('5000');
  const forecast = dialog.getByLabel('办理前核对');
  await expect(forecast).toContainText(/企业可用资金¥[\d,.]+ → ¥[\d,.]+/);
  await expect(dialog).not.toContainText('超过审批阈值');
  await dialog.getByLabel('金额（元）').fill('5000.01');
  await expect(dialog).toContainText('阈值：单次 5,000.00 元，当日累计 20,000.00 元');
  await expect(dialog).toContainText(/可审批：.*财务复核（财务复核）/);
  await page.setViewportSize({ width: 1024, height: 560 });
  await expect(dialog.getByRole('button', { name: '确认调整' })).toBeInViewport({ ratio: 1 });
  await giveReason(page, `调整额度 · ${employee.name}`, '确认调整', '年度奖励');
  await expect(page.getByText('已提交审批，通过后生效')).toBeVisible();
  expect(await availableOf(context.request, employee.id)).toBe(employee.availableLimit);

  const deciding = await signedInPage(context, checker);
  await deciding.goto('/layout/index/approval');
  const adjusted = `${employee.name} 增加 5000.01 元`;
  await openOnDesk(deciding, adjusted);
  await approveOpen(deciding);
  await expect(cardOf(deciding, adjusted)).toHaveCount(0);
  expect(await availableOf(context.request, employee.id)).toBe(employee.availableLimit + 500_001);
});

test('ten small ones are one day: over its sum a single fen waits', async ({ context }) => {
  const employee = await newEmployee(context.request);
  const user = await newUser(context.request);
  const { mobile } = user;
  const first = (await post(context.request, 'userAccount/login', { mobile, password: user.password })).token;
  const change = { mobile, oldPassword: user.password, newPassword: password };
  await post(context.request, 'userAccount/updatePassword', change, first);
  const { token } = await post(context.request, 'userAccount/login', { mobile, password });
  for (let n = 0; n < 10; n++) {
    const one = { employeeId: employee.id, type: 'INCREASE', amount: 200_000, reason: '分次' };
    expect((await post(context.request, 'limit/adjustLimit', one, token)).approvalId).toBeNull();
  }
  const page = await signedInPage(context, mobile);
  const dialog = await openAdjusting(page, employee);
  await dialog.getByLabel('金额（元）').fill('0.01');
  await expect(dialog.getByLabel('办理前核对')).toContainText('我今日已办（同类）¥20,000.00');
  await expect(dialog).toContainText('超过审批阈值，提交后由他人审批，通过后生效');
  await giveReason(page, `调整额度 · ${employee.name}`, '确认调整', '再加一分');
  await expect(page.getByText('已提交审批，通过后生效')).toBeVisible();
  expect(await availableOf(context.request, employee.id)).toBe(employee.availableLimit + 2_000_000);
});

async function availableOf(request: APIRequestContext, id: string): Promise<number> {
  const token = await tokenOf(request, accounts.maker);
  return (await post(request, 'employee/getEmployee', { id }, token)).availableLimit;
}

async function openAdjusting(page: Page, { id, name }: NewEmployee) {
  await page.goto(`/layout/userlist?open=${id}`);
  await page.getByRole('button', { name: '调整额度' }).click();
  return page.getByRole('dialog', { name: `调整额度 · ${name}` });
}

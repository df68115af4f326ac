import { expect, type Page } from 'playwright/test';
import { companyToCertify } from './support/companies.ts';
import { accounts, post, signedInPage, test } from './support/console.ts';
import { checker, rowsOf, settled, tokenOf } from './support/records.ts';

test('home leads the checker to what waits; a rejection needs a reason and is kept in the history', async ({
  context,
}) => {
  const company = await companyToCertify(context.request);
  const page = await signedInPage(context, checker);
  await page.goto('/layout/index');
  await page.getByRole('link', { name: /待我审批：公司认证/ }).click();
  const row = rowsOf(page, '待我审批').filter({ hasText: company.name });
  await row.getByRole('button', { name: '驳回' }).click();
  const dialog = page.getByRole('dialog', { name: /^驳回/ });
  await dialog.getByRole('button', { name: '驳回', exact: true }).click();
  await expect(dialog.getByText('请输入原因')).toBeVisible();
  await dialog.getByLabel('原因').fill('营业执照不清晰');
  await dialog.getByRole('button', { name: '驳回', exact: true }).click();
  await expect(row).toHaveCount(0);

  await page.getByRole('tab', { name: '我审批的' }).click();
  await page.getByRole('button', { name: company.name }).click();
  const drawer = page.getByRole('dialog', { name: company.name });
  await expect(drawer).toContainText('已驳回');
  await expect(drawer.getByRole('listitem').last()).toContainText('营业执照不清晰');
  const token = await tokenOf(context.request);
  const { certification } = await post(context.request, 'company/getCompany', { id: company.id }, token);
  expect(certification).toBe('REJECTED');
});

test('the maker can not approve, but withdraw', async ({ context }) => {
  const company = await companyToCertify(context.request);
  const page = await signedInPage(context);
  await page.goto(`/layout/index/approval?keyword=${encodeURIComponent(company.name)}`);
  await expect(page.getByRole('table')).toContainText('没有符合条件的记录');
  await page.getByRole('tab', { name: '我提交的' }).click();
  await page.getByRole('button', { name: company.name }).click();
  const drawer = page.getByRole('dialog', { name: company.name });
  await expect(drawer).toContainText('经办人不能审批自己提交的事项');
  await expect(drawer.getByRole('button', { name: '通过' })).toHaveCount(0);
  await drawer.getByRole('button', { name: '撤回' }).click();
  await agree(page, /^撤回/, '撤回');
  await expect(drawer).toContainText('已撤回');
});

test('an approval takes effect, and its maker is told and led to it', async ({ context }) => {
  const company = await companyToCertify(context.request);
  const page = await signedInPage(context, checker);
  await page.goto(`/layout/index/approval?keyword=${encodeURIComponent(company.name)}`);
  await page.getByRole('button', { name: '通过' }).click();
  await agree(page, /^通过/, '通过');
  await expect(page.getByRole('table')).toContainText('没有符合条件的记录');

  const maker = await signedInPage(context, accounts.admin);
  await maker.goto('/layout/index/notification?unread=1');
  const told = rowsOf(maker, '通知').filter({ hasText: company.name });
  await expect(told).toContainText('已通过');
  await told.getByRole('button').click();
  await expect(maker).toHaveURL(/system\/company/);
  await expect(maker.getByRole('dialog', { name: company.name })).toContainText('已认证');
  await maker.goto('/layout/index/notification?unread=1');
  await settled(maker, '通知');
  await expect(told).toHaveCount(0);
});

test('a change of a threshold needs a reason, waits for somebody else and can be withdrawn', async ({
  context,
}) => {
  const page = await signedInPage(context);
  await page.goto('/layout/index/approval?tab=rules');
  const row = rowsOf(page, '审批规则').filter({ hasText: /^批量调额/ });
  await row.getByRole('button', { name: '调整阈值' }).click();
  const form = page.getByRole('dialog', { name: '调整阈值 · 批量调额' });
  await form.getByLabel('单次金额超过（元）').fill('60000.5');
  await form.getByRole('button', { name: '提交审批' }).click();
  await expect(form.getByText('当日累计不能低于单次')).toBeVisible();
  await form.getByLabel('当日累计金额超过（元）').fill('120000');
  await expect(form.getByText('请输入原因')).toBeVisible();
  await form.getByLabel('原因').fill('第四季度额度较大');
  await form.getByRole('button', { name: '提交审批' }).click();
  await expect(form).toHaveCount(0);
  await expect(row).toContainText(
    '单次 超过 60,000.50 元，或超过 500 条经办人当日累计 超过 120,000.00 元，或超过 500 条',
  );
  await expect(row.getByRole('button')).toHaveCount(0);

  await page.goto('/layout/index/approval?tab=made&keyword=60000.50');
  const made = rowsOf(page, '我提交的').first();
  await expect(made).toContainText('审批阈值调整');
  await made.getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: /^审批阈值调整/ });
  await expect(drawer.getByRole('button', { name: '通过' })).toHaveCount(0);
  await drawer.getByRole('button', { name: '撤回' }).click();
  await agree(page, /^撤回/, '撤回');
  await expect(drawer).toContainText('已撤回');
});

async function agree(page: Page, title: RegExp, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

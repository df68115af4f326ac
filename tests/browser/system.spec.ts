import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import { expect, type Page } from 'playwright/test';
import { accounts, newUser, signedInPage, test } from './support/console.ts';
import { unique } from './support/records.ts';

test('a role is made from the tree of permissions, gets a member and loses it', async ({ context }) => {
  test.slow();
  const user = await newUser(context.request);
  const page = await signedInPage(context);
  const name = `巡检${unique()}`;
  await page.goto('/layout/system/role');
  await page.getByRole('button', { name: '新增角色' }).click();
  const form = page.getByRole('dialog', { name: '新增角色' });
  await form.getByLabel('角色名称').fill(name);
  await form.getByLabel('金额上限').fill('500');
  await form.getByRole('checkbox', { name: '商户', exact: true }).check();
  await form.getByRole('button', { name: '保存' }).click();
  await find(page, name);
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByRole('list', { name: '权限' })).toContainText('商户');
  await expect(drawer).toContainText('500.00');

  await drawer.getByRole('tab', { name: '成员（0）' }).click();
  await drawer.getByRole('combobox', { name: '添加成员' }).fill(user.mobile);
  await page.locator('.ant-select-item-option', { hasText: user.name }).click();
  await expect(drawer.getByRole('table')).toContainText(user.name);
  await drawer.getByRole('button', { name: '移除' }).click();
  await expect(drawer.getByRole('tab', { name: '成员（0）' })).toBeVisible();
  await drawer.getByRole('button', { name: '删除' }).click();
  await page
    .getByRole('dialog', { name: /^删除角色/ })
    .getByRole('button', { name: '删除' })
    .click();
  await expect(drawer).toBeHidden();
});

test('built-in roles are shown and can not be changed', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/system/role');
  await page.getByRole('button', { name: '财务复核' }).click();
  const drawer = page.getByRole('dialog', { name: '财务复核' });
  await expect(drawer.getByRole('list', { name: '权限' })).toContainText('审核');
  await expect(drawer.getByRole('button', { name: /编辑|删除/ })).toHaveCount(0);
});

test('a company stands below its parent, takes an invoice title and is handed in for certification', async ({
  context,
}) => {
  test.slow();
  const page = await signedInPage(context);
  const name = `试验公司${unique()}`;
  await page.goto('/layout/system/company');
  await page.getByRole('button', { name: '新增公司' }).click();
  const form = page.getByRole('dialog', { name: '新增公司' });
  await form.getByLabel('公司名称').fill(name);
  await form.getByLabel('统一社会信用代码').fill('91310000000000000A');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('校验码不正确')).toBeVisible();
  const code = `9131${unique().slice(0, 9)}MA1F`;
  await form.getByLabel('统一社会信用代码').fill(code + creditCodeCheck(code));
  await form.getByLabel('上级公司').click();
  await page.locator('.ant-select-item-option', { hasText: '华东福利科技总部' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await find(page, name);
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer).toContainText('华东福利科技总部');

  await drawer.getByRole('button', { name: '新增开票信息' }).click();
  const title = page.getByRole('dialog', { name: '新增开票信息' });
  await title.getByLabel('发票抬头').fill(name);
  await title.getByLabel('税号').fill('91310000MA1FL0AB12');
  await title.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByRole('table')).toContainText('91310000MA1FL0AB12');
  await drawer.getByRole('button', { name: '提交认证' }).click();
  await expect(drawer).toContainText('审核中');

  await page.goto('/layout/system/company');
  const inTree = page.getByRole('table').getByRole('button', { name, exact: true });
  await expect(inTree).toBeVisible();
  await page.getByRole('button', { name: '华东福利科技总部的下级公司' }).click();
  await expect(inTree).toBeHidden();
});

test('one sees one’s own company', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/system/companyinfo');
  await expect(page.getByRole('main')).toContainText('华东福利科技总部');
});

test('a tenant with a package shows its accounts of the most, and is suspended for a reason and resumed', async ({
  context,
}) => {
  test.slow();
  const page = await signedInPage(context);
  const code = `t${unique()}`;
  await page.goto('/layout/system/tenantinfo?tab=packages');
  await page.getByRole('button', { name: '新增套餐' }).click();
  const bought = page.getByRole('dialog', { name: '新增套餐' });
  await bought.getByLabel('代码').fill(code);
  await bought.getByLabel('套餐名称').fill(`套餐${code}`);
  await bought.getByLabel('账号上限').fill('5');
  await bought.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('table')).toContainText(`套餐${code}`);

  await page.getByRole('tab', { name: '租户' }).click();
  await page.getByRole('button', { name: '新增租户' }).click();
  const form = page.getByRole('dialog', { name: '新增租户' });
  await form.getByLabel('代码').fill(code);
  await form.getByLabel('租户名称').fill(`租户${code}`);
  await form.getByLabel('套餐').click();
  await page.locator('.ant-select-item-option', { hasText: `套餐${code}` }).click();
  await form.getByLabel('管理员姓名').fill('首位管理员');
  await form.getByLabel('管理员手机号/邮箱').fill(`${code}@example.org`);
  await form.getByRole('button', { name: '保存' }).click();
  await page
    .getByRole('dialog', { name: /的初始密码$/ })
    .getByRole('button', { name: '我已保存' })
    .click();
  await find(page, `租户${code}`);
  const drawer = page.getByRole('dialog', { name: `租户${code}` });
  await expect(drawer).toContainText('1 / 5');
  for (const step of ['停用', '启用']) {
    await drawer.getByRole('button', { name: step }).click();
    await page.getByLabel('原因').fill('欠费');
    await page.getByRole('dialog').last().getByRole('button', { name: step, exact: true }).click();
    await expect(drawer.getByRole('button', { name: step })).toHaveCount(0);
  }
});

test('a channel account never shows its secret again', async ({ context }) => {
  const page = await signedInPage(context);
  const name = `渠道${unique()}`;
  await page.goto('/layout/system/bindsetting');
  await page.getByRole('button', { name: '新增渠道账号' }).click();
  const form = page.getByRole('dialog', { name: '新增渠道账号' });
  await form.getByLabel('名称').fill(name);
  await form.getByLabel('appId').fill(`app${unique()}`);
  await form.getByLabel('外部账号').fill(`ext${unique()}`);
  await form.getByLabel('密钥', { exact: true }).fill('a very secret secret');
  await form.getByRole('button', { name: '保存' }).click();
  await find(page, name);
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer).toContainText('已设置');
  await expect(drawer).not.toContainText('a very secret secret');
  await drawer.getByRole('button', { name: '编辑' }).click();
  await expect(
    page.getByRole('dialog', { name: '编辑渠道账号' }).getByLabel('密钥', { exact: true }),
  ).toHaveValue('');
});

test('the operation log tells who added a user and what was set, and is whole', async ({ context }) => {
  const user = await newUser(context.request);
  const page = await signedInPage(context);
  await page.goto(`/layout/operationlog?keyword=${encodeURIComponent(user.name)}`);
  const row = page.getByRole('table').locator('tbody tr').first();
  await expect(row).toContainText(user.name);
  await expect(row).toContainText('平台管理员');
  await row.getByRole('button').click();
  await expect(page).toHaveURL(/operationLogDetail\?id=/);
  await expect(page.getByRole('region', { name: '改动' }).first()).toContainText('内容');
  await page.getByRole('button', { name: '返回日志' }).click();
  await page.getByRole('button', { name: '验证完整性' }).click();
  await expect(page.getByRole('dialog', { name: '完整性验证' })).toContainText('日志完整');
});

test('an auditor sees the system screens and is not offered to add anything', async ({ context }) => {
  const page = await signedInPage(context, accounts.auditor);
  for (const path of ['role', 'company', 'tenantinfo', 'bindsetting']) {
    await page.goto(`/layout/system/${path}`);
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByRole('button', { name: /^新增/ })).toHaveCount(0);
  }
});

async function find(page: Page, name: string): Promise<void> {
  await page.getByLabel('关键字').fill(name);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  // The list of before has it too, elsewhere: a press that the new one comes into meets two places.
  await expect(page.getByText(/^共 1 条/)).toBeVisible();
  await page.getByRole('table').getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

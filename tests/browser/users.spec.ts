import { expect, type Page } from 'playwright/test';
import { accounts, newUser, post, signedInPage, signInElsewhere, test } from './support/console.ts';

test('creates a user, whose initial password is shown once and works', async ({ context }) => {
  const page = await signedInPage(context);
  const mobile = `137${String(Date.now()).slice(-8)}`;
  await page.goto('/layout/system/user');
  await page.getByRole('button', { name: '新增用户' }).click();
  const form = page.getByRole('dialog', { name: '新增用户' });
  await form.getByRole('button', { name: '保存' }).click();
  for (const words of ['请输入姓名', '请输入手机号/邮箱', '请选择角色']) {
    await expect(form.getByText(words)).toBeVisible();
  }
  await expect(form.getByLabel('姓名')).toBeFocused();
  await form.getByLabel('姓名').fill(`新人${mobile.slice(-4)}`);
  await form.getByLabel('手机号/邮箱').fill(mobile);
  await form.getByLabel('角色').fill('只读');
  const options = page.locator('.ant-select-item-option');
  await expect(options).toHaveText(['只读审计']);
  await options.click();
  await expect(form.getByTitle('只读审计')).toBeVisible();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: '保存' }).click();

  const dialog = page.getByRole('dialog', { name: /的初始密码$/ });
  const password = (await dialog.getByTestId('initial-password').textContent()) ?? '';
  await dialog.getByRole('button', { name: '我已保存' }).click();
  await expect(page.getByTestId('initial-password')).toHaveCount(0);
  const { user } = await post(context.request, 'userAccount/login', { mobile, password });
  expect(user.updatePassword).toBe(0);
  await page.getByLabel('关键字').fill(mobile);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.getByRole('table')).toContainText(`137****${mobile.slice(-4)}`);
});

test('edits, disables with a reason and enables again', async ({ context }) => {
  const user = await newUser(context.request);
  const page = await signedInPage(context);
  await openUser(page, user.name);
  await page.getByRole('button', { name: '编辑', exact: true }).click();
  const form = page.getByRole('dialog', { name: '编辑用户' });
  await expect(form.getByLabel('手机号/邮箱')).toHaveAttribute('placeholder', /不修改请留空/);
  await form.getByLabel('姓名').fill(`${user.name}改`);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: `${user.name}改` });
  await expect(drawer).toBeVisible();

  await drawer.getByRole('button', { name: '停用' }).click();
  await giveReason(page, '离职', '停用');
  await expect(drawer.getByRole('button', { name: '启用' })).toBeVisible();
  const { mobile, password } = user;
  const refused = await context.request.post('/xyxlx/userAccount/login', { data: { mobile, password } });
  expect((await refused.json()).code).not.toBe(200);
  await drawer.getByRole('button', { name: '启用' }).click();
  await expect(drawer.getByRole('button', { name: '停用' })).toBeVisible();
});

test('disables several users at once and says what became of each', async ({ context }) => {
  const users = [await newUser(context.request), await newUser(context.request)];
  const page = await signedInPage(context);
  // The newest come first.
  await page.goto('/layout/system/user?pageSize=100');
  const rows = users.map(({ name }) => page.getByRole('row').filter({ hasText: name }));
  for (const row of rows) await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '批量停用' }).click();
  await giveReason(page, '盘点', '停用');
  const outcome = page.getByRole('dialog', { name: '停用' });
  for (const { name } of users)
    await expect(outcome.getByRole('listitem').filter({ hasText: name })).toContainText('成功');
  await outcome
    .getByRole('button', { name: /关\s?闭/ })
    .last()
    .click();
  for (const row of rows) await expect(row).toContainText('停用');
});

test('resets a password: the old one and the open session are over, the new one works', async ({
  context,
}) => {
  const user = await newUser(context.request);
  const token = await signInElsewhere(context.request, user);
  const page = await signedInPage(context);
  await openUser(page, user.name);
  await page.getByRole('button', { name: '重置密码' }).click();
  await giveReason(page, '忘记密码', '重置密码');
  const shown = page.getByTestId('initial-password');
  const password = (await shown.textContent()) ?? '';
  await page.getByRole('button', { name: '我已保存' }).click();
  const answer = await context.request.post('/xyxlx/userAccount/getUser', {
    headers: { Authorization: token },
  });
  expect((await answer.json()).code).toBe(403);
  const { mobile, password: old } = user;
  const refused = await context.request.post('/xyxlx/userAccount/login', { data: { mobile, password: old } });
  expect((await refused.json()).code).toBe(406);
  await post(context.request, 'userAccount/login', { mobile, password });
});

test('强制下线 ends one device of a user, and the sign-ins are listed', async ({ context }) => {
  const user = await newUser(context.request);
  const token = await signInElsewhere(context.request, user);
  const page = await signedInPage(context);
  await openUser(page, user.name);
  await page.getByRole('tab', { name: '登录记录' }).click();
  await expect(page.getByRole('region', { name: '登录记录' }).first()).toContainText('成功');
  await page.getByRole('tab', { name: '登录设备' }).click();
  const devices = page.getByRole('region', { name: '登录设备' }).locator('tbody tr');
  await expect(devices).toHaveCount(1);
  await devices.getByRole('button', { name: '下线' }).click();
  await giveReason(page, '设备遗失', '强制下线');
  await expect(devices.getByRole('button')).toHaveCount(0);
  const answer = await context.request.post('/xyxlx/userAccount/getUser', {
    headers: { Authorization: token },
  });
  expect((await answer.json()).code).toBe(403);
});

test('shows a mobile whole only for a reason', async ({ context }) => {
  const user = await newUser(context.request);
  const page = await signedInPage(context);
  await openUser(page, user.name);
  const drawer = page.getByRole('dialog', { name: user.name });
  await expect(drawer).toContainText(`139****${user.mobile.slice(-4)}`);
  await drawer.getByRole('button', { name: '查看' }).click();
  const asking = page.getByRole('dialog', { name: '查看敏感信息' });
  await asking.getByRole('button', { name: '查看', exact: true }).click();
  await expect(asking).toContainText('请输入原因');
  await expect(drawer).not.toContainText(user.mobile);
  await giveReason(page, '核对身份', '查看');
  await expect(drawer).toContainText(user.mobile);
});

test('who may only look is offered nothing to change', async ({ context }) => {
  const page = await signedInPage(context, accounts.auditor);
  await page.goto('/layout/system/user?pageSize=100');
  await expect(page.getByRole('table')).toContainText('平台管理员');
  await expect(page.getByRole('button', { name: '新增用户' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '导入', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: '新运营' }).click();
  const drawer = page.getByRole('dialog', { name: '新运营' });
  await expect(drawer).toContainText('138****0005');
  await expect(drawer.getByRole('button', { name: /编辑|停用|重置密码|强制下线|查看/ })).toHaveCount(0);
});

async function openUser(page: Page, name: string): Promise<void> {
  await page.goto(`/layout/system/user?keyword=${encodeURIComponent(name)}`);
  await page.getByRole('table').getByRole('button', { name }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

async function giveReason(page: Page, reason: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('原因') });
  await dialog.getByLabel('原因').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

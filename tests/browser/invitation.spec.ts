import { expect } from 'playwright/test';
import {
  accounts,
  dragSlider,
  fillSignIn,
  newUser,
  post,
  sentCode,
  signedInPage,
  test,
} from './support/console.ts';
import { tokenOf } from './support/records.ts';

test('whoever has an account is asked, sees it, and joins with a code and a password of their own', async ({
  context,
  browser,
}) => {
  const user = await newUser(context.request);
  const name = `借调${user.mobile.slice(-6)}`;
  const admin = await signedInPage(await browser.newContext(), accounts.tenantB);
  await admin.goto('/layout/system/user');
  await admin.getByRole('button', { name: '新增用户' }).click();
  const form = admin.getByRole('dialog', { name: '新增用户' });
  await form.getByLabel('姓名').fill(name);
  await form.getByLabel('手机号/邮箱').fill(user.mobile);
  await form.getByLabel('角色').fill('只读');
  await admin.locator('.ant-select-item-option').filter({ hasText: '只读审计' }).click();
  await admin.keyboard.press('Escape');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(admin.getByRole('status').filter({ hasText: '已邀请本人确认' })).toBeVisible();
  const row = admin.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('待确认');
  await expect(row).not.toContainText(user.name);

  const page = await signedInPage(context, user.mobile, user.password);
  await page.goto('/layout/index');
  await page.getByRole('button', { name: '稍后再说' }).click();
  await expect(page.getByText('有租户邀请您加入', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '去确认' }).click();
  await expect(page.getByLabel('手机号/邮箱')).toHaveValue(user.mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await dragSlider(page);
  await page.getByLabel('验证码', { exact: true }).fill(await sentCode(context.request, user.mobile));
  await page.getByRole('button', { name: '查看邀请' }).click();
  const invitation = page.getByRole('listitem').filter({ hasText: '北辰企业服务' });
  await expect(invitation).toContainText('只读审计');
  await invitation.getByRole('button', { name: '接受并加入' }).click();
  await expect(page.getByText('请输入新密码')).toBeVisible();
  await page.getByLabel('新密码', { exact: true }).fill('Kranich-am-Teich-7');
  await page.getByLabel('确认新密码').fill('Kranich-am-Teich-7');
  await invitation.getByRole('button', { name: '接受并加入' }).click();

  await expect(page).toHaveURL(/\/login/);
  await fillSignIn(page, user.mobile, 'Kranich-am-Teich-7');
  await dragSlider(page);
  await expect(page).toHaveURL(/\/tenant\?redirect=/);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await admin.reload();
  await expect(admin.getByRole('row').filter({ hasText: user.name })).toContainText('正常');
  await expect(row).toHaveCount(0);
  await admin.context().close();
});

test('whoever is asked declines after a second press, and is asked no more', async ({ context, page }) => {
  const user = await newUser(context.request);
  const name = `谢绝${user.mobile.slice(-6)}`;
  const token = await tokenOf(context.request, accounts.tenantB);
  const { roles } = await post(context.request, 'userAccount/queryUserOption', {}, token);
  const roleIds = [roles.find(({ code }: { code: string }) => code === 'auditor').id];
  await post(context.request, 'userAccount/addUser', { mobile: user.mobile, name, roleIds }, token);

  await page.goto('/invitation');
  await page.getByLabel('手机号/邮箱').fill(user.mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await dragSlider(page);
  await page.getByLabel('验证码', { exact: true }).fill(await sentCode(context.request, user.mobile));
  await page.getByRole('button', { name: '查看邀请' }).click();
  const invitation = page.getByRole('listitem').filter({ hasText: '北辰企业服务' });
  await invitation.getByRole('button', { name: '谢绝' }).click();
  await invitation.getByRole('button', { name: '返回' }).click();
  await expect(invitation.getByRole('button', { name: '接受并加入' })).toBeVisible();
  await invitation.getByRole('button', { name: '谢绝' }).click();
  await invitation.getByRole('button', { name: '确认谢绝' }).click();
  await expect(page.getByText('已谢绝“北辰企业服务”的邀请')).toBeVisible();
  await expect(page.getByText('目前没有待确认的邀请')).toBeVisible();
  const { list } = await post(context.request, 'userAccount/queryUser', { keyword: name }, token);
  expect(list).toEqual([]);
});

test('an invitation is sent again, and cancelled for a reason', async ({ context }) => {
  const user = await newUser(context.request);
  const token = await tokenOf(context.request, accounts.tenantB);
  const { roles } = await post(context.request, 'userAccount/queryUserOption', {}, token);
  const roleIds = [roles.find(({ code }: { code: string }) => code === 'auditor').id];
  const name = `借${user.name}`;
  await post(context.request, 'userAccount/addUser', { mobile: user.mobile, name, roleIds }, token);

  const page = await signedInPage(context, accounts.tenantB);
  await page.goto(`/layout/system/user?keyword=${encodeURIComponent(name)}`);
  await page.getByRole('table').getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer).toContainText('邀请有效至');
  await expect(drawer.getByRole('button', { name: /编辑|重置密码|强制下线|查看/ })).toHaveCount(0);
  await drawer.getByRole('button', { name: '重发邀请' }).click();
  await expect(page.getByRole('status').filter({ hasText: '邀请已重发' })).toBeVisible();
  await drawer.getByRole('button', { name: '取消邀请' }).click();
  await page.getByLabel('原因').fill('填错号码');
  await page.getByRole('dialog').last().getByRole('button', { name: '取消邀请' }).click();
  await expect(page.getByRole('status').filter({ hasText: '邀请已取消' })).toBeVisible();
  await expect(page.getByRole('table').getByRole('button', { name })).toHaveCount(0);
});

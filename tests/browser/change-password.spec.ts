import { expect, type Page } from 'playwright/test';
import {
  dragSlider,
  fillSignIn,
  newUser,
  requestsTo,
  signedInPage,
  signInElsewhere,
  test,
} from './support/console.ts';

const next = 'Neues-Passwort-77';

test('checks in the fixed order, each an info message, before anything is sent', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/profile/changepassword');
  const { old, fresh, again, submit } = fields(page);
  const sent = requestsTo(page, '/updatePassword_V2');

  await submit.click();
  await expectInfo(page, '请输入当前密码');
  for (const words of ['请输入当前密码', '请输入密码', '请再次输入密码']) {
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
  }
  await old.fill('x');
  await submit.click();
  await expectInfo(page, '请输入新密码');
  await fresh.fill('y');
  await submit.click();
  await expectInfo(page, '请再次输入密码');
  await again.fill('z');
  await submit.click();
  await expectInfo(page, '两次密码不一致');

  expect(sent).toEqual([]);
  await expect(page.getByRole('slider')).toHaveCount(0);
});

test('says the rules before they are broken, and the mobile can not be typed over', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/profile/changepassword');
  await expect(page.getByRole('list', { name: '密码规则' })).toContainText('8 至 128');
  await expect(page.getByLabel('手机号/邮箱')).toHaveValue('13800000001');
  await expect(page.getByLabel('手机号/邮箱')).not.toBeEditable();
});

test('a refusal of the server is an info message with its words, and the form stays', async ({ context }) => {
  const user = await newUser(context.request);
  const page = await signedInPage(context, user.mobile, user.password);
  await page.goto('/layout/profile/changepassword');
  await fill(page, 'not the password', next);
  await dragSlider(page);
  await expectInfo(page, '当前密码错误');
  await expect(page).toHaveURL(/changepassword$/);
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /密码错误|当前密码/ })).toHaveCount(0);
});

test('as a drawer from the header: storage is cleared, back to sign-in, every other device is out', async ({
  context,
}) => {
  const user = await newUser(context.request);
  const elsewhere = await signInElsewhere(context.request, user);
  const page = await signedInPage(context, user.mobile, user.password);
  await page.goto('/layout/merchant');
  await page.getByRole('button', { name: '稍后再说' }).click();
  await page.getByRole('button', { name: /^账号菜单/ }).click();
  await page.getByRole('menuitem', { name: '修改密码' }).click();
  await expect(page.getByRole('dialog', { name: '修改密码' })).toBeVisible();
  await fill(page, user.password, next);
  await dragSlider(page);

  await expectInfo(page, '密码已修改，请重新登录');
  await expect(page).toHaveURL(/\/login/);
  const stored = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]);
  expect(stored).toEqual([null, null]);
  const answer = await context.request.post('/xyxlx/userAccount/getUser', {
    headers: { Authorization: elsewhere },
  });
  expect((await answer.json()).code).toBe(403);

  await fillSignIn(page, user.mobile, next);
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant$/);
  await expect(page.getByRole('dialog', { name: '请修改初始密码' })).toHaveCount(0);
});

function fields(page: Page) {
  return {
    old: page.getByLabel('当前密码', { exact: true }),
    fresh: page.getByLabel('新密码', { exact: true }),
    again: page.getByLabel('确认新密码', { exact: true }),
    submit: page.getByRole('button', { name: '修改密码', exact: true }).last(),
  };
}

async function fill(page: Page, oldPassword: string, newPassword: string): Promise<void> {
  const { old, fresh, again, submit } = fields(page);
  await old.fill(oldPassword);
  await fresh.fill(newPassword);
  await again.fill(newPassword);
  await submit.click();
}

async function expectInfo(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
}

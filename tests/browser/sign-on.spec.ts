import { expect } from 'playwright/test';
import {
  dragSlider,
  fillSignIn,
  newUser,
  requestsTo,
  sentCode,
  signedInPage,
  storedToken,
  test,
} from './support/console.ts';
import { rowsOf } from './support/records.ts';

test('signs a bound account on through the provider, and back to the page asked for', async ({ page }) => {
  await page.goto('/login?redirect=%2Flayout%2Fmerchant%3FpageNum%3D2');
  await page.getByRole('link', { name: '统一身份登录' }).click();
  await page.getByRole('link', { name: /已绑定/ }).click();
  await expect(page).toHaveURL(/\/layout\/merchant\?pageNum=2$/);
  await expect(page.getByRole('button', { name: /账号菜单：财务经办/ })).toBeVisible();
});

test('an unknown account is bound once by a code, signs on by itself, and no longer once its owner removed it', async ({
  page,
  context,
}) => {
  const user = await newUser(context.request);
  await page.goto('/workwxsso');
  await page.getByRole('link', { name: /未绑定/ }).click();
  await expect(page.getByRole('heading', { name: '绑定账号' })).toBeVisible();
  await page.getByLabel('手机号/邮箱').fill(user.mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await dragSlider(page);
  await page.getByLabel('验证码', { exact: true }).fill(await sentCode(context.request, user.mobile));
  await page.getByRole('button', { name: '绑定并登录' }).click();
  await expect(page).toHaveURL(/\/layout\/merchant$/);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/workwxsso');
  await page.getByRole('link', { name: /未绑定/ }).click();
  await expect(page).toHaveURL(/\/layout\/merchant$/);
  await expect(page.getByRole('button', { name: `账号菜单：${user.name}` })).toBeVisible();

  await page.goto('/layout/profile/userinfo');
  await page.getByRole('button', { name: '稍后再说' }).click();
  const bindings = rowsOf(page, '第三方登录');
  await expect(bindings).toHaveCount(1);
  await expect(bindings).toContainText('企业微信');
  await expect(bindings).toContainText('新同事');
  await bindings.getByRole('button', { name: '解除绑定' }).click();
  const dialog = page.getByRole('dialog', { name: '解除绑定' });
  await dialog.getByRole('button', { name: '解除绑定' }).click();
  await expect(dialog.getByText('请输入当前密码', { exact: true })).toBeVisible();
  await dialog.getByLabel('当前密码').fill('not the password');
  await dialog.getByRole('button', { name: '解除绑定' }).click();
  await expect(page.getByText('当前密码错误')).toBeVisible();
  await dialog.getByLabel('当前密码').fill(user.password);
  await dialog.getByRole('button', { name: '解除绑定' }).click();
  await expect(dialog).toBeHidden();
  await expect(bindings).toHaveCount(0);
  await page.goto('/workwxsso');
  await page.getByRole('link', { name: /未绑定/ }).click();
  await expect(page.getByRole('heading', { name: '绑定账号' })).toBeVisible();
});

test('a code and state that this tab did not ask for sign nobody in', async ({ page }) => {
  const asked = requestsTo(page, '/authentication');
  await page.goto('/oauth?code=stolen&state=foreign');
  await expect(page.getByText('这次登录不是从本页面发起的')).toBeVisible();
  expect(asked).toEqual([]);
  expect(await storedToken(page)).toBeNull();
});

test('the provider may say no, and one can start again or use the password', async ({ page }) => {
  await page.goto('/oauth?error=access_denied');
  await expect(page.getByText('身份提供方没有同意这次登录')).toBeVisible();
  await page.getByRole('button', { name: '重新登录' }).click();
  await expect(page.getByRole('link', { name: /已绑定/ })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: '返回登录' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

for (const target of ['//example.org/', 'javascript:alert(1)', 'https://example.org', '/\\example.org']) {
  test(`/oauth?redirect=${target} stays on the site`, async ({ page }) => {
    await page.goto(`/oauth?redirect=${encodeURIComponent(target)}`);
    await page.getByRole('link', { name: /已绑定/ }).click();
    await expect(page).toHaveURL(/\/layout\/merchant$/);
  });
}

test('the flag `third` is set on /oauth, and by the first visit elsewhere', async ({ page }) => {
  const third = () => page.evaluate(() => localStorage.getItem('third'));
  await page.goto('/oauth?error=access_denied');
  await expect.poll(third).toBe('true');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await expect.poll(third).toBe('true');
});

test('somebody of two tenants chooses one after signing in, and may change it', async ({ page }) => {
  await page.goto('/login');
  await fillSignIn(page, '13800000009');
  await dragSlider(page);
  await expect(page).toHaveURL(/\/tenant\?redirect=/);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: /北辰企业服务/ }).click();
  await expect(page).toHaveURL(/\/layout\/merchant$/);
  await expect(page.getByRole('button', { name: /^账号菜单/ })).toContainText('北辰企业服务');
  await page.goto('/layout/profile/userinfo');
  await page.getByRole('button', { name: '切换', exact: true }).click();
  await page.getByRole('button', { name: /华东福利科技/ }).click();
  await expect(page.getByRole('button', { name: /^账号菜单/ })).toContainText('华东福利科技');
});

test('without a session the choice of a tenant leads to sign-in and back', async ({ page }) => {
  await page.goto('/tenant');
  await page.getByRole('link', { name: '返回登录' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Ftenant$/);
});

test('whoever belongs to one tenant is not asked', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/login');
  await fillSignIn(page);
  await dragSlider(page);
  await expect(page).toHaveURL(/\/layout\/merchant$/);
});

import { expect } from 'playwright/test';
import {
  dragSlider,
  newUser,
  post,
  requestsTo,
  sentCode,
  signedInPage,
  signInElsewhere,
  storedToken,
  test,
} from './support/console.ts';

test('a picture is cut, uploaded and shown in the header', async ({ context }) => {
  const user = await newUser(context.request);
  const page = await signedInPage(context, user.mobile, user.password);
  await page.goto('/layout/profile/userinfo');
  await page.getByRole('button', { name: '稍后再说' }).click();
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByTestId('avatar-file').setInputFiles(picture);
  const dialog = page.getByRole('dialog', { name: '裁剪头像' });
  await dialog.getByRole('slider', { name: '缩放' }).press('ArrowRight');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('status').filter({ hasText: '头像已更新' })).toBeVisible();
  const shown = page.getByRole('button', { name: /^账号菜单/ }).locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
});

test('what is no picture is refused before it is sent', async ({ context }) => {
  const page = await signedInPage(context);
  await page.goto('/layout/profile/userinfo');
  const sent = requestsTo(page, '/uploadAvatarImage');
  const drawing = { name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  await page.getByTestId('avatar-file').setInputFiles(drawing);
  await expect(page.getByRole('status').filter({ hasText: '请选择 png、jpeg 或 webp 图片' })).toBeVisible();
  expect(sent).toEqual([]);
});

test('the mobile changes with a code sent to the new one and the password', async ({ context }) => {
  const user = await newUser(context.request);
  const address = `${user.mobile}@example.org`;
  const page = await signedInPage(context, user.mobile, user.password);
  await page.goto('/layout/profile/userinfo');
  await page.getByRole('button', { name: '稍后再说' }).click();
  await page.getByRole('button', { name: '更换', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '更换手机号/邮箱' });
  await dialog.getByLabel('新的手机号/邮箱').fill(user.mobile);
  await expect(dialog.getByText('与当前的相同')).toBeVisible();
  await dialog.getByLabel('新的手机号/邮箱').fill(address);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await dragSlider(page);
  await dialog.getByLabel('验证码', { exact: true }).fill(await sentCode(context.request, address));
  await dialog.getByRole('button', { name: '确认更换' }).click();
  await expect(dialog.getByText('请输入当前密码', { exact: true })).toBeVisible();
  await dialog.getByLabel('当前密码').fill(user.password);
  await dialog.getByRole('button', { name: '确认更换' }).click();
  await expect(page.getByRole('status').filter({ hasText: '手机号/邮箱已更换' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(address);
  await post(context.request, 'userAccount/login', { mobile: address, password: user.password });
});

test('another device is ended, then all others, and never this one', async ({ context }) => {
  const user = await newUser(context.request);
  const page = await signedInPage(context, user.mobile, user.password);
  for (let device = 0; device < 3; device += 1) await signInElsewhere(context.request, user);
  await page.goto('/layout/profile/userinfo?tab=devices');
  await page.getByRole('button', { name: '稍后再说' }).click();
  const devices = page.getByRole('region', { name: '我的设备' }).last().locator('tbody tr');
  await expect(devices).toHaveCount(4);
  await expect(devices.filter({ hasText: '当前设备' }).getByRole('button')).toHaveCount(0);

  await devices.getByRole('button', { name: '下线' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click();
  await expect(devices).toHaveCount(3);
  await page.getByRole('button', { name: '下线其他所有设备' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click();
  await expect(page.getByRole('status').filter({ hasText: '已下线 2 台设备' })).toBeVisible();
  await expect(devices).toHaveCount(1);
  await expect(page.getByText('目前只有这台设备登录。')).toBeVisible();
});

test('how the console looks follows the user to another browser', async ({ context, browser }) => {
  const user = await newUser(context.request);
  const page = await signedInPage(context, user.mobile, user.password);
  await page.goto('/layout/profile/userinfo?tab=preferences');
  await page.getByRole('button', { name: '稍后再说' }).click();
  const saved = page.waitForResponse((response) => response.url().endsWith('/savePreference'));
  await page.getByText('深色', { exact: true }).click();
  await saved;
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');

  const other = await browser.newContext();
  const there = await signedInPage(other, user.mobile, user.password);
  await there.goto('/layout/merchant');
  await expect(there.locator('html')).toHaveAttribute('data-scheme', 'dark');
  expect(await storedToken(there)).not.toBeNull();
  await other.close();
});

test('an address with a tab that is none opens the first', async ({ context }) => {
  const page = await signedInPage(context);
  for (const [path, first] of [
    ['/layout/profile/userinfo?tab=nonsense', '资料'],
    ['/layout/system/tenantinfo?tab=nonsense', '租户'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('tab', { name: first })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
  }
});

import { expect } from 'playwright/test';
import { post, signedInPage, test } from './support/console.ts';
import { expectNothingSerious } from './support/expect-nothing-serious.ts';
import { choose, settled, tokenOf } from './support/records.ts';

test('a refused authorisation is no success, and a released account is only looked at', async ({
  context,
}) => {
  const token = await tokenOf(context.request);
  const name = `微信${String(Date.now()).slice(-8)}`;
  const account = { channel: 'WEWORK', name, appId: `app${name.slice(2)}`, externalId: name.slice(2) };
  const binding = await post(
    context.request,
    'channel/addBinding',
    { ...account, secret: 'a very secret secret' },
    token,
  );
  const page = await signedInPage(context);
  const lastCheck = { at: new Date().toISOString(), ok: false, message: '渠道拒绝：40013 invalid corpid' };
  // What the server answers when the channel refuses; no test calls a channel.
  await page.route('**/channel/authorizeBinding', (route) =>
    route.fulfill({
      json: { code: 200, success: true, msg: '', result: { ...binding, state: 'INVALID', lastCheck } },
    }),
  );
  await page.goto(`/layout/system/bindsetting?open=${binding.id}`);
  const drawer = page.getByRole('dialog', { name, exact: true });
  await drawer.getByRole('button', { name: '授权' }).click();
  await expect(page.getByText('渠道拒绝：40013')).toBeVisible();
  await expect(page.getByText('授权成功')).toHaveCount(0);

  await drawer.getByRole('button', { name: '解绑' }).click();
  const dialog = page.getByRole('dialog', { name: /^解绑/ });
  await dialog.getByLabel('原因').fill('合作结束');
  await dialog.getByRole('button', { name: '解绑', exact: true }).click();
  await expect(drawer).toContainText('已解绑');
  await expect(drawer).toContainText('未设置');
  await expect(drawer.getByRole('button', { name: /授权|测试连接/ })).toHaveCount(0);
});

test('a channel account is bound with the secret that its calls are signed with, which is written and never shown', async ({
  context,
}) => {
  const name = `云闪付${String(Date.now()).slice(-8)}`;
  const page = await signedInPage(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/layout/system/bindsetting');
  await settled(page, '渠道账号绑定');
  await page.getByRole('button', { name: '新增渠道账号' }).click();
  const form = page.getByRole('dialog', { name: '新增渠道账号' });
  const callbackSecret = form.getByLabel('回调密钥');
  await expect(callbackSecret).toBeVisible();
  // What makes no calls has nothing to sign them with.
  await choose(form, '渠道', '钉钉');
  await expect(callbackSecret).toHaveCount(0);
  await choose(form, '渠道', '银联');
  await form.getByLabel('名称').fill(name);
  await form.getByLabel('appId').fill('unionpay-app');
  await form.getByLabel('外部账号').fill(name.slice(3));
  await form.getByLabel('密钥', { exact: true }).fill('a very secret secret');
  await callbackSecret.fill('too-short');
  await form.getByRole('button', { name: /^(保存|提交|确定)$/ }).click();
  await expect(form).toContainText('32 至 256 个可见的 ASCII 字符');
  await expectNothingSerious(page);
  const secret = `callback-${crypto.randomUUID()}`;
  await callbackSecret.fill(secret);
  await form.getByRole('button', { name: /^(保存|提交|确定)$/ }).click();
  await expect(form).toBeHidden();

  const token = await tokenOf(context.request);
  const { list } = await post(context.request, 'channel/queryBinding', { keyword: name }, token);
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ channel: 'UNIONPAY', hasCallbackSecret: true });
  expect(JSON.stringify(list)).not.toContain(secret);
  await page.goto(`/layout/system/bindsetting?open=${list[0].id}`);
  const drawer = page.getByRole('dialog', { name, exact: true });
  await expect(drawer).toContainText(/回调密钥\s*已设置/);
  await drawer.getByRole('button', { name: '编辑' }).click();
  const again = page.getByRole('dialog', { name: '编辑渠道账号' });
  await expect(again.getByLabel('回调密钥')).toHaveValue('');
  await expect(again.getByLabel('回调密钥')).toHaveAttribute('placeholder', '已设置，不修改请留空');
});

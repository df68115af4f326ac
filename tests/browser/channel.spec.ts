import { expect } from 'playwright/test';
import { post, signedInPage, test } from './support/console.ts';
import { tokenOf } from './support/records.ts';

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

import { type BrowserContext, expect, type Page } from 'playwright/test';
import { post, requestsTo, signedInPage, storedToken, test } from './support/console.ts';

// A call that no other test makes, because a planted failure meets whoever comes first.
const endpoint = 'userAccount/queryLoginRecord';
const screen = '/layout/profile/userinfo?tab=history';
const words = '请求失败，请稍后重试';

test.describe.configure({ mode: 'serial' });
test.use({ provoked: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ });

test('without a failure, the sign-ins are listed', async ({ context }) => {
  const page = await open(context);
  await expect(page.getByRole('table')).toContainText('成功');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('402: the token is refreshed and the call replayed, unseen', async ({ context }) => {
  const page = await open(context, { code: 402 });
  await expect(page.getByRole('table')).toContainText('成功');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('403: one message, storage cleared, the sign-in screen', async ({ context }) => {
  const page = await open(context, { code: 403 });
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByRole('alert')).toHaveCount(1);
  expect(await storedToken(page)).toBeNull();
});

for (const failure of [
  { code: 406 },
  { status: 400 },
  { status: 429 },
  { status: 500 },
  { status: 503, times: 4 },
]) {
  test(`${failure.code ?? failure.status}: a message with the server's words, and the screen offers to try again`, async ({
    context,
  }) => {
    const page = await open(context, failure);
    await expect(page.getByRole('alert').filter({ hasText: words })).toHaveCount(1);
    await expect(page.getByRole('table')).toContainText(words);
    expect(await storedToken(page)).not.toBeNull();
    await page.getByRole('button', { name: '重试' }).click();
    await expect(page.getByRole('table')).toContainText('成功');
  });
}

test('503: asked again as soon as the server says, unseen', async ({ context }) => {
  const page = await open(context, { status: 503 });
  await expect(page.getByRole('table')).toContainText('成功');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a lost network: a message and a bar, what was there stays, and all is fetched anew once it is back', async ({
  context,
}) => {
  const page = await open(context);
  const table = page.getByRole('table');
  await expect(table).toContainText('成功');
  // What lies over screens is fetched once they are at rest.
  await page.waitForLoadState('networkidle');
  const bar = page.getByRole('status').filter({ hasText: '连接不上服务器' });
  await context.setOffline(true);
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: '时间' }).click();
  await expect(table).toContainText('成功');
  const asked = requestsTo(page, endpoint);
  await context.setOffline(false);
  await expect(bar).toBeHidden();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(table).toContainText('成功');
});

test('many failures at once are one message', async ({ context }) => {
  const page = await signedInPage(context);
  let failed = 0;
  await page.route(/\/xyxlx\/userAccount\/(queryUser|queryUserOption|getUser)$/, async (route) => {
    failed += 1;
    const body = { code: 500, success: false, msg: `${words}（编号 ${failed}）`, result: null };
    await route.fulfill({ status: 500, json: body });
  });
  await page.goto('/layout/system/user');
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect.poll(() => failed).toBeGreaterThanOrEqual(2);
  await expect(page.getByRole('alert').filter({ hasText: words })).toHaveCount(1);
});

async function open(
  context: BrowserContext,
  failure?: { code?: number; status?: number; times?: number },
): Promise<Page> {
  const page = await signedInPage(context);
  if (failure) await post(context.request, 'dev/failNext', { endpoint, ...failure });
  await page.goto(screen);
  return page;
}

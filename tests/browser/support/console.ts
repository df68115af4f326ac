import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from 'playwright/test';

/** The demo accounts that the browser tests use, and the password of all. */
export const accounts = {
  admin: '13800000001',
  maker: '13800000002',
  tenantB: '13800000004',
  initialPassword: '13800000005',
  auditor: '13800000008',
} as const;
export const password = 'Xyxlx@2026';

/** Every test fails when its page prints an error or throws one. */
export const test = base.extend<{ context: BrowserContext }>({
  context: async ({ context }, use) => {
    const problems: string[] = [];
    context.on('page', (page) => {
      page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`);
      });
    });
    await use(context);
    expect(problems, 'errors in the browser').toEqual([]);
  },
});

/** Signs in through the wire and opens a page that starts out signed in. */
export async function signedInPage(context: BrowserContext, mobile: string = accounts.admin): Promise<Page> {
  const { token, user } = await post(context.request, 'userAccount/login', { mobile, password });
  const page = await context.newPage();
  await page.goto('/404');
  await page.evaluate(
    ([givenToken, givenUser]) => {
      localStorage.setItem('token', givenToken);
      localStorage.setItem('user', givenUser);
    },
    [token, JSON.stringify(user)] as const,
  );
  return page;
}

/** The token that the pages of a context hold. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'));
}

/** Calls an endpoint as a page would, and answers its `result`. */
export async function post(request: APIRequestContext, endpoint: string, data: object, token?: string) {
  const response = await request.post(`/xyxlx/${endpoint}`, {
    data,
    headers: { Resourcestype: 'PC', ...(token && { Authorization: token }) },
  });
  const { code, msg, result } = await response.json();
  expect(code, `${endpoint}: ${msg}`).toBe(200);
  return result;
}

/** Fills the sign-in form, all but the slider. */
export async function fillSignIn(
  page: Page,
  mobile: string = accounts.admin,
  secret = password,
): Promise<void> {
  await page.getByLabel(/手机号\/邮箱|Mobile number or e-mail/).fill(mobile);
  await page.getByLabel(/^密码$|^Password$/).fill(secret);
}

/** Drags the slider from end to end, about as unevenly as a hand does. */
export async function dragSlider(page: Page): Promise<void> {
  const handle = page.getByRole('slider');
  await expect(handle).toHaveAttribute('aria-disabled', 'false');
  const box = await handle.boundingBox();
  if (!box) throw new Error('The slider is not on the screen');
  const { x, y } = { x: box.x + 20, y: box.y + 20 };
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 22; step += 1) {
    await page.mouse.move(x + (330 * step) / 22 + (step % 3), y + (step % 4));
    await page.waitForTimeout(10 + (step % 5) * 4);
  }
  await page.mouse.up();
}

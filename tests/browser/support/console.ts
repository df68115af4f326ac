import { randomInt } from 'node:crypto';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from 'playwright/test';
import { makeWarmContexts, type WarmContexts } from './warm-contexts.ts';

/** The demo accounts that the browser tests use, and the password of all. */
export const accounts = {
  admin: '13800000001',
  maker: '13800000002',
  tenantB: '13800000004',
  initialPassword: '13800000005',
  auditor: '13800000008',
  employee: '13800000011',
} as const;
export const password = 'Xyxlx@2026';

/**
 * Every test fails when its page prints an error or throws one, but for what it says it provokes. The context is the worker's, with nothing
 * in it of the test before.
 */
export const test = base.extend<
  { context: BrowserContext; provoked: RegExp | null },
  { warmContexts: WarmContexts }
>({
  provoked: [null, { option: true }],
  warmContexts: [
    async ({ browser }, use) => {
      const contexts = makeWarmContexts(browser);
      await use(contexts);
      await contexts.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ warmContexts, baseURL, provoked }, use, testInfo) => {
    const context = await warmContexts.take(String(baseURL));
    const problems: string[] = [];
    context.on('page', (page) => {
      page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !provoked?.test(message.text()))
          problems.push(`${page.url()}: ${message.text()}`);
      });
    });
    await use(context);
    // Closed by a test that failed, its pages are photographed.
    if (testInfo.status === testInfo.expectedStatus) await warmContexts.empty(String(baseURL));
    else await warmContexts.close();
    expect(problems, 'errors in the browser').toEqual([]);
  },
});

/** Signs in through the wire and opens a page that starts out signed in. */
export async function signedInPage(
  context: BrowserContext,
  mobile: string = accounts.admin,
  secret = password,
): Promise<Page> {
  const { token, user } = await post(context.request, 'userAccount/login', { mobile, password: secret });
  const page = await context.newPage();
  // An address of the same origin that is there at once: the console itself would load twice.
  await page.goto('/healthz');
  await page.evaluate(
    ([givenToken, givenUser]) => {
      localStorage.setItem('token', givenToken);
      localStorage.setItem('user', givenUser);
    },
    [token, JSON.stringify(user)] as const,
  );
  return page;
}

let mobiles = randomInt(1_000_000);

/** A mobile that no other worker of this run makes. */
function nextMobile(): string {
  mobiles = (mobiles + 1) % 1_000_000;
  return `139${String(test.info().workerIndex % 100).padStart(2, '0')}${String(mobiles).padStart(6, '0')}`;
}

/** Makes a user of the administrator's tenant with the initial password, for tests that change the account they use. */
export async function newUser(request: APIRequestContext, role = 'operator'): Promise<NewUser> {
  const { token } = await post(request, 'userAccount/login', { mobile: accounts.admin, password });
  const { roles } = await post(request, 'userAccount/queryUserOption', {}, token);
  const roleId = roles.find(({ code }: { code: string }) => code === role).id;
  const mobile = nextMobile();
  const name = `测试${mobile.slice(-6)}`;
  const added = await post(request, 'userAccount/addUser', { mobile, name, roleIds: [roleId] }, token);
  return { id: added.id, name, mobile, password: added.initialPassword };
}

export interface NewUser {
  id: string;
  mobile: string;
  name: string;
  password: string;
}

/** Signs a new user in through the wire, as another device would. */
export async function signInElsewhere(request: APIRequestContext, { mobile, password: secret }: NewUser) {
  const { token } = await post(request, 'userAccount/login', { mobile, password: secret });
  return token as string;
}

/** The newest verification code sent to a mobile or an e-mail address. */
export async function sentCode(request: APIRequestContext, mobile: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const { list } = await post(request, 'dev/outbox', { mobile });
    code = list[0]?.code;
    expect(code).toMatch(/^\d{6}$/);
  }).toPass();
  return code;
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

/** The requests that a page makes to an endpoint from now on. */
export function requestsTo(page: Page, endpoint: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(endpoint)) sent.push(request.url());
  });
  return sent;
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
  // Where it is once it stands still: a dialog may be on its way in.
  await handle.hover();
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

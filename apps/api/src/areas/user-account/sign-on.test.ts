import { demoPassword } from '@xyxlx/database/seed/accounts';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sentCode } from '../../../../../tests/support/accounts.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

const minute = 60_000;
const browser = { 'User-Agent': 'Mozilla/5.0 (the browser that started)' };
const failed = { code: 406, success: false, msg: '登录失败或已过期，请重新登录', result: null };

let api: TestApi;
let replica: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  replica = await api.replica();
});
afterAll(async () => {
  await replica.close();
  await api.close();
});
beforeEach(() => api.clock.advance(2 * minute));

interface Callback {
  provider: string;
  code: string;
  state: string;
}

const start = async (provider = 'oauth') =>
  (await api.call('userAccount/startAuthentication', { provider }, undefined, browser)).body.result;

/** Goes to the stub, says who one is, and comes back as the browser does. */
async function comeBack(authorizeUrl: string, provider: string, person: string): Promise<Callback> {
  const page = await supertest(api.url).get(authorizeUrl);
  expect(page.headers['content-type']).toContain('text/html');
  const redirect = await supertest(api.url).get(`${authorizeUrl}&person=${person}`);
  const back = new URL(redirect.headers.location as string, api.url);
  expect(back.pathname).toBe(provider === 'oauth' ? '/oauth' : '/workwxsso');
  return { provider, code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

async function signOn(provider = 'oauth', person = 'stub-maker'): Promise<Callback> {
  const { authorizeUrl, state } = await start(provider);
  const callback = await comeBack(authorizeUrl, provider, person);
  expect(callback.state).toBe(state);
  return callback;
}

const authenticate = async (callback: object, on = api, headers: Record<string, string> = browser) =>
  (await on.call('userAccount/authentication', callback, undefined, headers)).body;

describe('authentication by code and state', () => {
  test.each(['oauth', 'workwx'])('%s signs a bound account on, on whatever replica', async (provider) => {
    const body = await authenticate(await signOn(provider), replica);
    expect(body.result.user).toMatchObject({ mobile: '13800000002' });
    expect((await api.call('userAccount/getUser', {}, body.result.token)).body.code).toBe(200);
  });

  test('the state is single use, even by two at once', async () => {
    const callback = await signOn();
    const answers = await Promise.all([authenticate(callback), authenticate(callback, replica)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await authenticate(callback)).toEqual(failed);
  });

  test('a state that nobody started, of another provider, of another browser, or late: refused ∅', async () => {
    const sessions = await api.deps.database.prisma.session.count();
    expect(await authenticate({ ...(await signOn()), state: 'made-up' })).toEqual(failed);
    expect(await authenticate({ ...(await signOn()), provider: 'workwx' })).toEqual(failed);
    expect(await authenticate(await signOn(), api, { 'User-Agent': 'somebody else' })).toEqual(failed);
    const late = await signOn();
    api.clock.advance(11 * minute);
    expect(await authenticate(late)).toEqual(failed);
    expect(await api.deps.database.prisma.session.count()).toBe(sessions);
  });

  test('a code of another sign-on, forged, or late: refused ∅, and the state is used up', async () => {
    const [mine, other] = [await signOn(), await signOn()];
    expect(await authenticate({ ...mine, code: other.code })).toEqual(failed);
    expect(await authenticate(mine)).toEqual(failed);
    expect(await authenticate({ ...(await signOn()), code: 'e30.AAAA' })).toEqual(failed);
    const late = await signOn();
    api.clock.advance(2 * minute);
    expect(await authenticate(late)).toEqual(failed);
  });

  test('a bound account that is disabled is not signed on', async () => {
    const callback = await signOn();
    const where = { user: { mobile: '13800000002' } };
    await api.deps.database.prisma.membership.updateMany({ where, data: { state: 'DISABLED' } });
    expect(await authenticate(callback)).toEqual(failed);
    await api.deps.database.prisma.membership.updateMany({ where, data: { state: 'ACTIVE' } });
  });

  test('where the stub is off there is neither a provider nor a page', async () => {
    const off = await startTestApi({ settings: { OAUTH_PROVIDER: 'off', WORKWX_PROVIDER: 'off' } });
    expect((await off.call('userAccount/querySignOnProvider')).body.result).toEqual({ list: [] });
    expect((await off.call('userAccount/startAuthentication', { provider: 'oauth' })).body.code).toBe(406);
    const page = await supertest(off.url).get('/xyxlx/stub-identity?provider=oauth&state=a&code_challenge=b');
    expect(page.status).toBe(404);
    await off.close();
  });
});

describe('an unknown account goes to the binding page', () => {
  const bind = async (input: object, on = api) =>
    (await on.call('userAccount/bindAccount', input, undefined, browser)).body;

  async function ticket(): Promise<string> {
    const body = await authenticate(await signOn('oauth', 'stub-newcomer'));
    expect(body).toMatchObject({ code: 406, result: { provider: 'oauth', displayName: '新同事' } });
    return body.result.bindTicket;
  }

  async function codeOf(mobile: string): Promise<string | undefined> {
    await api.call('verificationCode/requestVerificationCode', { mobile, scene: 'bindAccount' });
    return sentCode(api, mobile, 'bindAccount');
  }

  test('with a code of an account’s mobile it is bound and signed in; the next sign-on needs no binding', async () => {
    const mobile = '13800000007';
    const bindTicket = await ticket();
    const code = await codeOf(mobile);
    const verificationCode = code === '000000' ? '000001' : '000000';
    expect(await bind({ bindTicket, mobile, verificationCode })).toMatchObject({ code: 406 });
    const input = { bindTicket, mobile, verificationCode: code };
    const answers = await Promise.all([bind(input), bind(input, replica)]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 406]);
    expect(answers.find((answer) => answer.code === 200)?.result.user).toMatchObject({ mobile });
    expect((await authenticate(await signOn('oauth', 'stub-newcomer'))).result.user).toMatchObject({
      mobile,
    });
    await api.deps.database.prisma.externalAccount.deleteMany({ where: { externalId: 'stub-newcomer' } });
  });

  test('whoever is bound sees it among their own, and removes it with the password alone', async () => {
    const mobile = '13800000004';
    const bindTicket = await ticket();
    const bound = await bind({ bindTicket, mobile, verificationCode: await codeOf(mobile) });
    const { token } = bound.result;
    const act = async (action: string, input: object, as = token) =>
      (await api.call(`userAccount/${action}`, input, as)).body;
    const { list } = (await act('querySignOnBinding', {})).result;
    expect(list).toMatchObject([{ provider: 'oauth', displayName: '新同事' }]);
    const [{ id }] = list;

    const missing = { code: 406, msg: '记录不存在' };
    const other = await api.signIn('13800000003');
    expect((await act('querySignOnBinding', {}, other)).result).toEqual({ list: [] });
    expect(await act('removeSignOnBinding', { id, password: demoPassword }, other)).toMatchObject(missing);
    expect(await act('removeSignOnBinding', { id, password: 'wrong' })).toMatchObject({
      code: 406,
      msg: '当前密码错误',
    });
    expect((await authenticate(await signOn('oauth', 'stub-newcomer'))).code).toBe(200);
    expect(await act('removeSignOnBinding', { id, password: demoPassword })).toMatchObject({ code: 200 });
    expect((await authenticate(await signOn('oauth', 'stub-newcomer'))).code).toBe(406);
    expect(await act('removeSignOnBinding', { id, password: demoPassword })).toMatchObject(missing);
    const logged = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { action: 'removeSignOnBinding', result: 'SUCCESS' },
    });
    expect(logged).toMatchObject({ before: { provider: 'oauth' }, targetLabel: '租户管理员' });
  });

  test.each(['by its owner with a code', 'by an administrator'])(
    'a password that is reset %s ends the bindings',
    async (how) => {
      const { prisma } = api.deps.database;
      const mobile = '13800000008';
      const { id, version } = await prisma.user.findUniqueOrThrow({ where: { mobile } });
      await prisma.externalAccount.create({ data: { provider: 'oauth', externalId: how, userId: id } });
      if (how === 'by an administrator') {
        const admin = await api.signIn('13800000001');
        const input = { id, version, reason: '离职' };
        expect((await api.call('userAccount/resetUserPassword', input, admin)).body.code).toBe(200);
      } else {
        await api.call('verificationCode/requestVerificationCode', { mobile, scene: 'resetPassword' });
        const verificationCode = await sentCode(api, mobile, 'resetPassword');
        const input = { mobile, verificationCode, newPassword: 'Kranich-am-Teich-7' };
        expect((await api.call('userAccount/resetPassword', input)).body.code).toBe(200);
      }
      expect(await prisma.externalAccount.count({ where: { userId: id } })).toBe(0);
      // The accounts of others stay.
      expect(await prisma.externalAccount.count({ where: { externalId: 'stub-maker' } })).toBe(2);
    },
  );

  test('a ticket made up, late, or used is refused ∅', async () => {
    const mobile = '13800000008';
    const gone = { code: 406, success: false, msg: '绑定已失效，请重新登录', result: null };
    expect(await bind({ bindTicket: 'made-up', mobile, verificationCode: '123456' })).toEqual(gone);
    const bindTicket = await ticket();
    api.clock.advance(21 * minute);
    const verificationCode = await codeOf(mobile);
    expect(await bind({ bindTicket, mobile, verificationCode })).toEqual(gone);
    expect(
      await api.deps.database.prisma.externalAccount.count({ where: { externalId: 'stub-newcomer' } }),
    ).toBe(0);
  });
});

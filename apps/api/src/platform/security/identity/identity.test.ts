import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { type StubServer, startStubServer } from '../../../../../../tests/support/stub-server.ts';
import { testClock } from '../../../../../../tests/support/test-api.ts';
import { readSettings } from '../../settings/settings.ts';
import { oauthProvider } from './oauth.ts';
import { stubCode, stubProvider } from './stub.ts';
import { workwxProvider } from './workwx.ts';

let server: StubServer;
afterEach(() => server?.close());

describe('oauth', () => {
  const redirectUri = 'https://console.example/oauth';
  const settingsOf = (url: string) => ({
    authorizeUrl: `${url}/authorize?tenant=x`,
    tokenUrl: `${url}/token`,
    userinfoUrl: `${url}/userinfo`,
    clientId: 'console',
    clientSecret: 'hush',
    scope: 'openid profile',
  });

  test('sends the browser with state and challenge, and exchanges the code with the verifier', async () => {
    server = await startStubServer(({ path }) =>
      path === '/token'
        ? { body: { access_token: 'at-1', token_type: 'Bearer' } }
        : { body: { sub: 42, name: '张三' } },
    );
    const provider = oauthProvider(settingsOf(server.url), redirectUri);
    const url = new URL(provider.authorizeUrl({ state: 's/1', codeChallenge: 'c' }));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: 'x',
      response_type: 'code',
      client_id: 'console',
      redirect_uri: redirectUri,
      scope: 'openid profile',
      state: 's/1',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    });
    expect(await provider.identify({ code: 'abc', codeVerifier: 'v' })).toEqual({
      externalId: '42',
      displayName: '张三',
    });
    expect(Object.fromEntries(server.asked[0]?.form ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'abc',
      redirect_uri: redirectUri,
      client_id: 'console',
      client_secret: 'hush',
      code_verifier: 'v',
    });
    expect(server.asked[1]?.headers.authorization).toBe('Bearer at-1');
  });

  test('a code that the server refuses is nobody; a server that fails is a fault', async () => {
    let status = 400;
    server = await startStubServer(() => ({ status, body: { error: 'invalid_grant' } }));
    const provider = oauthProvider(settingsOf(server.url), redirectUri);
    expect(await provider.identify({ code: 'old', codeVerifier: 'v' })).toBeNull();
    status = 502;
    await expect(provider.identify({ code: 'old', codeVerifier: 'v' })).rejects.toThrow('502');
    status = 200;
    await expect(provider.identify({ code: 'old', codeVerifier: 'v' })).rejects.toThrow('access_token');
  });
});

describe('workwx', () => {
  const settingsOf = (url: string) => ({
    authorizeUrl: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
    apiUrl: url,
    corpId: 'ww1',
    agentId: '1000002',
    secret: 'hush',
  });

  test('asks for the application’s token once, renews it before its end and when it is gone', async () => {
    let serial = 0;
    let gone = false;
    server = await startStubServer(({ path, query }) => {
      if (path === '/cgi-bin/gettoken') {
        serial += 1;
        return { body: { errcode: 0, access_token: `at-${serial}`, expires_in: 7200 } };
      }
      if (gone && query.get('access_token') === 'at-2') return { body: { errcode: 42001 } };
      return { body: { errcode: 0, userid: `user-of-${query.get('code')}` } };
    });
    const clock = testClock();
    const provider = workwxProvider(settingsOf(server.url), 'https://console.example/workwxsso', clock);
    const identify = (code: string) => provider.identify({ code, codeVerifier: 'unused' });
    expect(await identify('a')).toEqual({ externalId: 'user-of-a', displayName: 'user-of-a' });
    await identify('b');
    expect(serial).toBe(1);
    clock.advance(7_150_000);
    await identify('c');
    expect(serial).toBe(2);
    gone = true;
    expect(await identify('d')).toMatchObject({ externalId: 'user-of-d' });
    expect(serial).toBe(3);
  });

  test('sends the browser to WeCom with the state', () => {
    const provider = workwxProvider(
      settingsOf('http://unused'),
      'https://console.example/workwxsso',
      testClock(),
    );
    const url = new URL(provider.authorizeUrl({ state: 's', codeChallenge: 'c' }));
    expect(Object.fromEntries(url.searchParams)).toEqual({
      login_type: 'CorpApp',
      appid: 'ww1',
      agentid: '1000002',
      redirect_uri: 'https://console.example/workwxsso',
      state: 's',
    });
  });

  test.each([
    ['a code that is wrong', { errcode: 40029 }],
    ['somebody from outside the company', { errcode: 0, openid: 'o1' }],
  ])('%s is nobody', async (_name, body) => {
    server = await startStubServer(({ path }) => ({
      body: path === '/cgi-bin/gettoken' ? { errcode: 0, access_token: 'at', expires_in: 7200 } : body,
    }));
    const provider = workwxProvider(settingsOf(server.url), 'https://console.example/workwxsso', testClock());
    expect(await provider.identify({ code: 'x', codeVerifier: 'v' })).toBeNull();
  });

  test('a wrong secret is a fault', async () => {
    server = await startStubServer(() => ({ body: { errcode: 40013 } }));
    const provider = workwxProvider(settingsOf(server.url), 'https://console.example/workwxsso', testClock());
    await expect(provider.identify({ code: 'x', codeVerifier: 'v' })).rejects.toThrow('40013');
  });
});

describe('the stub', () => {
  const secret = 'a secret for tests that is long enough';
  const codeChallenge = createHash('sha256').update('verifier').digest('base64url');

  test('signs on whom it knows, for the provider, the verifier and the minute it was made for', async () => {
    const clock = testClock();
    const code = stubCode(
      { provider: 'oauth', externalId: 'stub-maker', codeChallenge },
      secret,
      clock.now(),
    );
    const [oauth, workwx] = [stubProvider('oauth', secret, clock), stubProvider('workwx', secret, clock)];
    expect(await oauth.identify({ code, codeVerifier: 'verifier' })).toMatchObject({
      externalId: 'stub-maker',
    });
    expect(await oauth.identify({ code, codeVerifier: 'another' })).toBeNull();
    expect(await workwx.identify({ code, codeVerifier: 'verifier' })).toBeNull();
    expect(await oauth.identify({ code: `x${code}`, codeVerifier: 'verifier' })).toBeNull();
    clock.advance(61_000);
    expect(await oauth.identify({ code, codeVerifier: 'verifier' })).toBeNull();
  });
});

describe('settings', () => {
  const external = { DATABASE_URL: 'postgresql://x/y', JWT_SECRET: 'x'.repeat(32) };

  test('nobody signs on unless told to', () => {
    expect(readSettings(external).signOn).toMatchObject({ oauth: null, workwx: null });
  });

  test('a real provider names the setting that is missing', () => {
    expect(() => readSettings({ ...external, WORKWX_PROVIDER: 'workwx' })).toThrow('PUBLIC_URL');
    const partly = {
      ...external,
      WORKWX_PROVIDER: 'workwx',
      PUBLIC_URL: 'https://console.example',
      WORKWX_CORP_ID: 'ww1',
    };
    expect(() => readSettings(partly)).toThrow('WORKWX_AGENT_ID');
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentCode } from '../../../../../tests/support/accounts.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { makeFirstAdministrator } from './first-administrator.ts';

const mobile = '13700000001';
const newPassword = 'Kranich-am-Teich-7';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ seed: 'none' });
});
afterAll(() => api.close());

test('an empty database gets one administrator, whoever starts first, who sets a password with a code', async () => {
  const made = await Promise.all([1, 2].map(() => makeFirstAdministrator(api.deps, mobile)));
  expect(made.sort()).toEqual([false, true]);
  expect(await makeFirstAdministrator(api.deps, '13700000002')).toBe(false);

  await api.call('verificationCode/requestVerificationCode', { mobile, scene: 'resetPassword' });
  const verificationCode = await sentCode(api, mobile, 'resetPassword');
  const reset = await api.call('userAccount/resetPassword', { mobile, verificationCode, newPassword });
  expect(reset.body.code).toBe(200);
  const { token, user } = (await api.call('userAccount/login', { mobile, password: newPassword })).body
    .result;
  expect(user).toMatchObject({ tenant: { name: '平台' }, roles: [{ code: 'platform-admin' }] });
  expect((await api.call('fund/queryAccount', {}, token)).body.result.list).toMatchObject([
    { company: { name: '平台' }, kind: 'ENTERPRISE', balance: 0 },
  ]);
  const administrator = { name: '运营', mobile: '13700000003' };
  const tenant = { code: 'acme', name: '晨光', packageId: null, expiresAt: null, domains: [], administrator };
  expect((await api.call('tenant/addTenant', tenant, token)).body).toMatchObject({ code: 200 });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { openUserDesk, type UserDesk } from '../../../../../tests/support/users.ts';

let api: TestApi;
let desk: UserDesk;
beforeAll(async () => {
  api = await startTestApi();
  desk = await openUserDesk(api);
});
afterAll(() => api.close());

describe('preferences', () => {
  test('are kept per user and tenant, replaced, and removed with null', async () => {
    const token = await desk.tokenOf(await desk.add(desk.adminA));
    const save = (name: string, value: unknown) =>
      api.call('preference/savePreference', { name, value }, token);
    const all = async (input: object = {}) =>
      (await api.call('preference/getPreferences', input, token)).body.result.documents;
    await save('merchant.columns', ['name', 'state']);
    await save('merchant.views', { 常用: { state: ['ACTIVE'] } });
    await save('merchant.columns', ['name']);
    expect(await all()).toEqual({
      'merchant.columns': ['name'],
      'merchant.views': { 常用: { state: ['ACTIVE'] } },
    });
    expect(await all({ names: ['merchant.views'] })).toEqual({
      'merchant.views': { 常用: { state: ['ACTIVE'] } },
    });
    await save('merchant.views', null);
    expect(Object.keys(await all())).toEqual(['merchant.columns']);
    expect((await api.call('preference/getPreferences', {}, desk.adminA)).body.result.documents).toEqual({});
  });

  test.each([
    ['too large', { name: 'big', value: 'x'.repeat(17_000) }],
    ['not storable', { name: 'nul', value: 'a\u0000b' }],
    ['a name with a path', { name: '../x', value: 1 }],
  ])('%s: 400 ∅', async (_name, input) => {
    expect((await api.call('preference/savePreference', input, desk.adminA)).status).toBe(400);
  });
});

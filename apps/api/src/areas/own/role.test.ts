import { demoEmployeeMobile } from '@xyxlx/database/seed/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { describedEndpoints } from '../../wire/reference/endpoints.ts';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn(demoEmployeeMobile);
});
afterAll(() => api.close());

const guarded = describedEndpoints(false).filter(
  ({ definition: { permission } }) => permission && !permission.startsWith('own.'),
);

test('there are more than two hundred endpoints to be kept from', () => {
  expect(guarded.length).toBeGreaterThan(200);
});

test.each(guarded)('$path is refused to an employee, naming its permission', async ({ path, definition }) => {
  const { body } = await api.call(path, {}, token);
  expect(body).toMatchObject({ code: 406, result: { permission: definition.permission } });
});

test('the demo’s employee is linked with somebody who has limits, payments and a declined one', async () => {
  const { result: account } = (await api.call('own/getAccount', {}, token)).body;
  expect(account).toMatchObject({ employee: { name: '林晓雨', state: 'ACTIVE' }, unlinked: null });
  expect(account.limits.totalLimit).toBeGreaterThan(0);
  const { result } = (await api.call('own/queryPayment', { pageSize: 200 }, token)).body;
  expect(result.list.length).toBeGreaterThan(1);
  expect(result.list.some(({ declined }: { declined: string | null }) => declined)).toBe(true);
});

test('lists that need no permission hold nothing of others', async () => {
  for (const path of [
    'approval/queryApproval',
    'approval/queryTodo',
    'notification/queryNotification',
    'job/queryJob',
  ]) {
    const { body } = await api.call(path, {}, token);
    expect([path, body.code, body.result.total]).toEqual([path, 200, 0]);
  }
});

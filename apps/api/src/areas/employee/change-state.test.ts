import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let admin: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
});
afterAll(() => api.close());

it('a step keeps its reason in the log; only activating may go without one', async () => {
  const { body } = await api.call('employee/queryEmployee', { state: ['PENDING'], pageSize: 2 }, admin);
  const [one, other] = body.result.list;
  const silent = await api.call('employee/activateEmployee', { ids: [one.id] }, admin);
  expect(silent.body.result).toMatchObject({ done: 1, failed: 0 });
  await api.call('employee/activateEmployee', { ids: [other.id], reason: '证件已核对' }, admin);
  for (const action of ['freezeEmployee', 'unfreezeEmployee', 'leaveEmployee']) {
    const { body } = await api.call(`employee/${action}`, { ids: [one.id] }, admin);
    expect([action, body.code]).toEqual([action, 400]);
  }

  const { body: log } = await api.call(
    'operationLog/queryOperationLog',
    { action: 'activateEmployee' },
    admin,
  );
  const reasons = log.result.list.map(({ reason }: { reason: string | null }) => reason);
  expect(new Set(reasons)).toEqual(new Set([null, '证件已核对']));
});

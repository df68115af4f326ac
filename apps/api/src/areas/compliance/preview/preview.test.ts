import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../../tests/support/operator.ts';
import { paidThen, riskPayer, type Told } from '../../../../../../tests/support/risk-payments.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await startTestApi();
  token = (await operator(api, '合规专员', { permissions: ['compliance.view', 'compliance.settings'] }))
    .token;
  // Long before anything of the seeds.
  api.clock.setBusinessOffset(Date.parse('2017-05-31T04:00:00.000Z') - Date.now());
});
afterAll(() => api.close());

const preview = async (expression: object | undefined, action = 'ALERT') =>
  (await api.call('compliance/previewRule', { expression, action }, token)).body;
const template = (code: string) => riskTemplates.find((one) => one.code === code)?.expression;
const paid = async (payments: Told[]) => paidThen(api, await riskPayer(api, '2016-01-01'), payments);

test('what an unsaved expression would have found in thirty days is shown among what it looked at', async () => {
  await paid([
    { at: '2017-05-10T02:00:00Z', amount: 499_999 },
    { at: '2017-05-11T02:00:00Z', amount: 500_000 },
    // A moment too old, and one that failed.
    { at: '2017-05-01T03:59:00Z', amount: 900_000 },
    { at: '2017-05-12T02:00:00Z', amount: 900_000, state: 'FAILED' },
  ]);
  const { result } = await preview(template('LARGE'));
  expect(result).toMatchObject({ records: 2, subjects: 1, isCut: false });
  expect(result.points).toEqual([
    { at: '2017-05-10T02:00:00.000Z', amount: 499_999 },
    { at: '2017-05-11T02:00:00.000Z', amount: 500_000 },
  ]);
  expect(result.hits).toEqual([
    {
      at: '2017-05-11T02:00:00.000Z',
      amount: 500_000,
      subject: { type: 'EMPLOYEE', id: expect.any(String), name: expect.any(String) },
    },
  ]);
  const lower = await preview({ ...template('LARGE'), when: { of: 'amount', op: 'GE', value: 499_999 } });
  expect(lower.result.hits).toHaveLength(2);
});

test('after a hit a rolling window is quiet until it has passed', async () => {
  const at = (hour: number) => ({ at: `2017-05-20T0${hour}:00:00Z`, amount: 400_000 });
  await paid([at(0), at(1), at(2), at(3), at(4)]);
  const { result } = await preview(template('SPLIT'));
  expect(result.hits.map((hit: { at: string }) => hit.at)).toEqual(['2017-05-20T02:00:00.000Z']);
});

test('a calendar window is looked at as a whole, also where the thirty days begin within it', async () => {
  const payments = Array.from({ length: 12 }, (_, n) => ({
    at: `2017-05-01T0${Math.floor(n / 4)}:${String((n % 4) * 10).padStart(2, '0')}:00Z`,
    amount: 30_000,
  }));
  await paid(payments);
  const { result } = await preview(template('FOCUS'));
  expect(result.hits).toEqual([expect.objectContaining({ amount: 360_000 })]);
  const day = { ...template('FOCUS'), window: { kind: 'DAY' }, when: { of: 'count', op: 'GE', value: 12 } };
  expect((await preview(day)).result.hits).toEqual([expect.objectContaining({ amount: 360_000 })]);
});

test('what could never be found, or not while a payment waits, is refused in words', async () => {
  const never = { ...template('LARGE'), filters: [{ field: 'amount', op: 'LT', value: 5 }] };
  expect(await preview(never)).toMatchObject({ code: 406, msg: '规则条件永不成立' });
  expect(await preview(template('FOCUS'), 'DECLINE')).toMatchObject({
    code: 406,
    msg: '表达式无法在线执行：自然日、周、月须批量计算',
  });
});

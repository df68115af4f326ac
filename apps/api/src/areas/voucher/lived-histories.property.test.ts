import type { TrialBalance } from '@xyxlx/contracts/voucher-ledger';
import { tenantId } from '@xyxlx/database/seed/tenants';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leavesOf } from '../../../../../tests/support/book-desk.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { closeDays } from '../fund/close-days.ts';
import { sealLedger } from './seal-ledger.ts';

const dayLength = 86_400_000;

let api: TestApi;
let maker: string;
let keeper: string;
let checker: string;
let people: string[];
let nights = 0;
/** One night after the other. */
let night: Promise<void> = Promise.resolve();
/** What people asked for and have no answer to. */
const underWay = new Set<Promise<unknown>>();
const paid: string[] = [];
const ofTenant = { tenantId: tenantId('A') };

beforeAll(async () => {
  api = await startTestApi({ settings: { DATABASE_POOL_SIZE: '20' } });
  for (const kind of ['limitAdjustment', 'consumptionRefund']) await setThreshold(api, kind, plenty);
  maker = await api.signIn('13800000002');
  keeper = (await operator(api, '记账', { permissions: ['voucher.view'] })).token;
  const checks = ['voucher.view', 'voucher.approve', 'voucher.post'];
  checker = (await operator(api, '复核', { permissions: checks })).token;
  const found = await api.deps.database.prisma.limitAccount.findMany({
    where: { ...ofTenant, expiresAt: null, employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } } },
    orderBy: { employeeId: 'asc' },
    take: 6,
  });
  people = found.map(({ employeeId }) => employeeId);
});
afterAll(() => api.close());

const money = fc.integer({ min: 1, max: 5_000 });
const who = fc.nat({ max: 5 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('pay' as const), who, amount: money }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('refund' as const), who, amount: money }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('INCREASE', 'DECREASE', 'FREEZE', 'UNFREEZE', 'RECOVER'),
      who,
      amount: money,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('night', 'seal'), who, amount: money }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Done, or refused with words. */
async function send(path: string, input: object, token = maker) {
  const { body } = await api.call(path, input, token, { 'Idempotency-Key': crypto.randomUUID() });
  expect([200, 406], body.msg).toContain(body.code);
  return body;
}

/** Half an hour past midnight: who was paying at midnight is through. The day's money moves, and its postings become vouchers, whoever pays meanwhile. */
function passNight(): Promise<void> {
  night = night.then(async () => {
    nights += 1;
    api.clock.setBusinessOffset(nights * dayLength);
    await Promise.allSettled(underWay);
    await closeDays(api.deps);
    await sealLedger(api.deps);
  });
  return night;
}

async function take({ act, who: which, amount }: Step): Promise<void> {
  const employeeId = people[which];
  if (act === 'night') return passNight();
  if (act === 'seal') return sealLedger(api.deps);
  const asked = ask({ act, who: which, amount }, employeeId);
  underWay.add(asked);
  await asked.finally(() => underWay.delete(asked));
}

async function ask({ act, who: which, amount }: Step, employeeId?: string): Promise<void> {
  if (act === 'pay') {
    const { code, result } = await send('dev/pay', { employeeId, amount });
    if (code === 200) paid.push(result.id);
  } else if (act === 'refund') {
    const id = paid[(which * 7) % Math.max(paid.length, 1)];
    if (id) await send('consumption/refundConsumption', { id, amount, reason: '退货' });
  } else {
    await send('limit/adjustLimit', { employeeId, type: act, amount, reason: '调整' });
  }
}

/** Of all days that are over: the fee of the last one is of today. */
async function balances(basis: string): Promise<Record<string, number>> {
  const { result } = await send(
    'voucher/getTrialBalance',
    { asOf: dayBefore(shanghaiDay(api.clock.businessNow()), 1), basis },
    keeper,
  );
  const balance = result as TrialBalance;
  expect(balance.differenceAmount).toBe(0);
  return leavesOf(balance);
}

async function passAll(path: string, state: string): Promise<void> {
  for (;;) {
    const { result } = await send('voucher/queryVoucher', { pageSize: 200, state: [state] }, checker);
    const ids = result.list.map(({ id }: { id: string }) => id);
    if (ids.length === 0) return;
    expect((await send(path, { ids }, checker)).result.failed).toBe(0);
  }
}

test('whatever people pay, give back and are given, by the endpoints, at once and through nights: all bases agree', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 4, maxLength: 10 }), { minLength: 4, maxLength: 6 }),
      async (lanes) => {
        await Promise.all(
          lanes.map(async (steps) => {
            for (const one of steps) await take(one);
          }),
        );
        await passNight();
        await expectInvariants(api);
        expect(await balances('VOUCHERS')).toEqual(await balances('LIVE'));
      },
    ),
    { numRuns: 3, seed: 20_261_124, endOnFailure: true },
  );
  expect(paid.length).toBeGreaterThan(10);
  await passAll('voucher/approveVouchers', 'PENDING');
  await passAll('voucher/postVouchers', 'APPROVED');
  expect(await balances('POSTED')).toEqual(await balances('LIVE'));
  await expectInvariants(api);
}, 180_000);

import type { TrialBalance } from '@xyxlx/contracts/voucher-ledger';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leavesOf } from '../../../../../tests/support/book-desk.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { openMoneyDesk } from '../../../../../tests/support/money-desk.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { closeDays } from '../fund/close-days.ts';
import { sealLedger } from './seal-ledger.ts';

const dayLength = 86_400_000;

let api: TestApi;
let desk: Awaited<ReturnType<typeof openMoneyDesk>>;
let keeper: string;
let checker: string;
let nights = 0;
/** One night after the other. */
let night: Promise<void> = Promise.resolve();
/** What people asked for and have no answer to. */
const underWay = new Set<Promise<unknown>>();

beforeAll(async () => {
  api = await startTestApi({ settings: { DATABASE_POOL_SIZE: '20' } });
  desk = await openMoneyDesk(api);
  keeper = (await operator(api, '记账', { permissions: ['voucher.view'] })).token;
  const checks = ['voucher.view', 'voucher.approve', 'voucher.post'];
  checker = (await operator(api, '复核', { permissions: checks })).token;
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
      act: fc.constant('adjust' as const),
      type: fc.constantFrom('INCREASE', 'DECREASE', 'FREEZE', 'UNFREEZE', 'RECOVER'),
      who,
      amount: money,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('receive', 'claim', 'transfer', 'award', 'issue'),
      who,
      amount: money,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('night', 'seal'), who, amount: money }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

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

async function take(given: Step): Promise<void> {
  if (given.act === 'night') return passNight();
  if (given.act === 'seal') return sealLedger(api.deps);
  const asked = given.act === 'adjust' ? desk.adjust(given) : desk[given.act](given);
  underWay.add(asked);
  await asked.finally(() => underWay.delete(asked));
}

/** How many postings there are of each kind. */
async function countOfKinds(): Promise<Map<string, number>> {
  const { tenantId } = desk;
  const rows = await api.deps.database.prisma.ledgerPosting.groupBy({
    by: ['kind'],
    where: { tenantId },
    _count: true,
  });
  return new Map(rows.map(({ kind, _count }) => [kind, _count]));
}

/** What the histories have of all that is posted: the test claims as much. */
const lived = [
  ...[
    'CONSUME',
    'REFUND',
    'LIMIT_ISSUE',
    'LIMIT_BACK',
    'FEE',
    'RECEIPT',
    'TOP_UP',
    'PRIZE_LIMIT',
    'PRIZE_GOODS',
  ],
  ...['TRANSFER', 'SETTLE', 'WITHDRAW'],
];

/** Of all days that are over: the fee of the last one is of today. */
async function balances(basis: string): Promise<Record<string, number>> {
  const balance: TrialBalance = await desk.send(
    'voucher/getTrialBalance',
    { asOf: dayBefore(shanghaiDay(api.clock.businessNow()), 1), basis },
    keeper,
  );
  expect(balance.differenceAmount).toBe(0);
  return leavesOf(balance);
}

async function passAll(path: string, state: string): Promise<void> {
  for (;;) {
    const { list } = await desk.send('voucher/queryVoucher', { pageSize: 200, state: [state] }, checker);
    const ids = list.map(({ id }: { id: string }) => id);
    if (ids.length === 0) return;
    expect((await desk.send(path, { ids }, checker)).failed).toBe(0);
  }
}

test('whatever people pay, give back, are given, claim, transfer, win and are issued, by the endpoints, at once and through nights: all bases agree', async () => {
  const before = await countOfKinds();
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
    { numRuns: 5, seed: 20_261_124, endOnFailure: true },
  );
  const counts = await countOfKinds();
  expect(lived.filter((kind) => (counts.get(kind) ?? 0) <= (before.get(kind) ?? 0))).toEqual([]);
  await passAll('voucher/approveVouchers', 'PENDING');
  await passAll('voucher/postVouchers', 'APPROVED');
  expect(await balances('POSTED')).toEqual(await balances('LIVE'));
  await expectInvariants(api);
}, 180_000);

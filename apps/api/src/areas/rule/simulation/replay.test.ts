import fc from 'fast-check';
import { expect, test } from 'vitest';
import { happenings, history, published } from '../../../../../../tests/support/policy-histories.ts';
import type { Facts, Version } from '../judge/facts.ts';
import type { Decision } from '../judge/judge.ts';
import { differenceBetween } from './difference.ts';
import { makeReplay } from './replay.ts';

const told = ({ outcome, allowed, personal, by }: Decision) => [outcome, allowed, personal, by?.version.id];

test('payments replayed in their order are judged as they were when they were made', () => {
  let judged = 0;
  let givenBack = 0;
  fc.assert(
    fc.property(published, history, (versions, steps) => {
      const replay = makeReplay(versions, 'ALLOW');
      for (const one of happenings(versions, steps)) {
        if (one.act === 'pay') {
          expect(told(replay.pay(one.id, one.facts))).toEqual(told(one.decision));
          judged += 1;
        } else {
          replay.giveBack({ paymentId: one.id, amount: one.amount, isRevoked: one.act === 'revoke' });
          givenBack += 1;
        }
      }
    }),
    { numRuns: 500 },
  );
  expect(judged).toBeGreaterThan(1_000);
  expect(givenBack).toBeGreaterThan(100);
});

const facts = (minute: number): Facts => ({
  payer: { employeeId: 'e', merchantId: 'm', companyIds: [], departmentIds: [], labels: [], grade: null },
  amount: 3_000,
  personalAmount: 0,
  category: 'MEAL',
  channel: 'ALIPAY',
  payeeMerchantId: 'm',
  brandId: null,
  mcc: '5812',
  city: null,
  minute,
  today: { day: '2026-11-20', kind: 'WORKDAY', name: null },
  yesterday: { day: '2026-11-19', kind: 'WORKDAY', name: null },
  spendable: Number.MAX_SAFE_INTEGER,
});

const fiftyADay: Version = {
  institution: { id: 'i', code: 'ZD00000001', name: '午餐' },
  id: 'v',
  no: 1,
  priority: 1,
  excess: 'SPLIT',
  categories: [],
  validFrom: '2026-01-01',
  validTo: null,
  scopes: [{ kind: 'ALL', excluded: false, values: [] }],
  rules: [{ key: 'k', seq: 1, matches: [], caps: [{ factor: 'PER_DAY', operator: 'LE', value: 5_000 }] }],
};

test('example 9: of three payments of 30 yuan under 50 a day one stays, one is split, one is declined', () => {
  const before = makeReplay([], 'ALLOW');
  const after = makeReplay([fiftyADay], 'ALLOW');
  const changes = [690, 720, 750].map((minute, n) =>
    differenceBetween(before.pay(`p${n}`, facts(minute)), after.pay(`p${n}`, facts(minute))),
  );
  expect(changes).toEqual([
    { change: 'SAME', amount: 0 },
    { change: 'NEWLY_SPLIT', amount: 1_000 },
    { change: 'NEWLY_DECLINED', amount: 3_000 },
  ]);
});

test('a refund of what the versions would have declined gives nothing back, a second one no more than was paid', () => {
  const replay = makeReplay([fiftyADay], 'ALLOW');
  replay.pay('a', facts(690));
  replay.pay('b', facts(700));
  expect(replay.pay('c', facts(710))).toMatchObject({ outcome: 'DECLINED' });
  replay.giveBack({ paymentId: 'c', amount: 3_000, isRevoked: false });
  expect(replay.pay('d', facts(720))).toMatchObject({ outcome: 'DECLINED' });
  replay.giveBack({ paymentId: 'b', amount: 1_500, isRevoked: false });
  replay.giveBack({ paymentId: 'b', amount: 1_500, isRevoked: false });
  expect(replay.pay('e', facts(730))).toMatchObject({ outcome: 'SPLIT', allowed: 2_000 });
});

test.each([
  ['DECLINED', 0, 'PASS', 3_000, 'NEWLY_ALLOWED', 3_000],
  ['SPLIT', 2_000, 'DECLINED', 0, 'NEWLY_DECLINED', 3_000],
  ['SPLIT', 2_000, 'PASS', 3_000, 'NEWLY_ALLOWED', 1_000],
  ['PASS', 3_000, 'PERSONAL', 0, 'NEWLY_SPLIT', 3_000],
  ['DECLINED', 0, 'PERSONAL', 0, 'NEWLY_ALLOWED', 0],
  ['SPLIT', 2_000, 'SPLIT', 2_000, 'SAME', 0],
] as const)('from %s of %i to %s of %i is %s of %i', (was, paid, is, pays, change, amount) => {
  const before = { outcome: was, asked: 3_000, allowed: paid };
  const after = { outcome: is, asked: 3_000, allowed: pays };
  expect(differenceBetween(before, after)).toEqual({ change, amount });
});

import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  foundByBoth,
  paidThen,
  riskPayer,
  type Told,
  tenantId,
} from '../../../../../../tests/support/risk-payments.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { rowsOf } from '../../../platform/db/sql.ts';
import { type FoundRow, searchFor } from './search.sql.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
});
afterAll(() => api.close());

const expressionOf = (code: string) =>
  riskTemplates.find((one) => one.code === code)?.expression as RiskExpression;
const all = { from: new Date('2020-01-01'), to: new Date('2030-01-01') };
/** A time of a day in November 2026 in Asia/Shanghai. */
const on = (day: number, time: string) => new Date(`2026-11-${String(day).padStart(2, '0')}T${time}+08:00`);

/** Which of the payments a rule finds, by their places, in both engines alike; with the facts of the last. */
async function hits(code: string, told: Told[], person: { hiredOn?: string; leftOn?: string } = {}) {
  const payer = await riskPayer(api, person.hiredOn ?? '2020-01-01', person.leftOn);
  const ids = await paidThen(api, payer, told);
  const { sql, online } = await foundByBoth(api, expressionOf(code), payer.id, all);
  expect(sql).toEqual(online);
  const found = sql as { eventId: string; facts: object; amount: number }[];
  return { places: found.map(({ eventId }) => ids.indexOf(eventId)), last: found.at(-1) };
}

/** What a calendar window finds of somebody in November 2026. */
async function ofNovember(code: string, told: Told[]) {
  const payer = await riskPayer(api, '2020-01-01');
  await paidThen(api, payer, told);
  const span = {
    kind: 'happened',
    from: new Date(on(1, '00:00').getTime() - 1),
    to: on(30, '23:59:59.999'),
  } as const;
  const rows = await rowsOf<FoundRow>(api.deps.database.pool, searchFor(expressionOf(code), tenantId, span));
  return rows.filter(({ subjectId }) => subjectId === payer.id);
}

test('example 1: 499,999 fen is not large, 500,000 is', async () => {
  const told = [499_999, 500_000].map((amount) => ({ amount, at: on(20, '10:00') }));
  expect(await hits('LARGE', told)).toMatchObject({
    places: [1],
    last: { amount: 500_000, facts: { amount: 500_000 } },
  });
});

test('example 2: three payments below the large one within 24 hours, to the millisecond', async () => {
  const first = { amount: 400_000, at: on(20, '10:00:00.000') };
  const second = { amount: 450_000, at: on(20, '15:00') };
  const third = (time: string, amount = 350_000) => ({ amount, at: on(21, time) });
  expect(await hits('SPLIT', [first, second, third('09:59:59.999')])).toMatchObject({
    places: [2],
    last: { amount: 1_200_000, facts: { count: 3, sum: 1_200_000 } },
  });
  expect(await hits('SPLIT', [first, second, third('10:00:00.000')])).toMatchObject({ places: [] });
  const small = [499_999, 350_000, 150_000].map((amount) => ({ amount, at: on(20, '11:00') }));
  expect(await hits('SPLIT', small)).toMatchObject({ places: [] });
  const givenBack = { ...first, refunded: 400_000, state: 'REFUNDED' as const };
  expect(await hits('SPLIT', [givenBack, second, third('09:59:59.999')])).toMatchObject({ places: [2] });
});

test('example 3: five payments at night within an hour, which passes midnight', async () => {
  const night = (last: string) =>
    ['23:58:00.000', '00:10', '00:20', '00:31', last].map((time, n) => ({ at: on(n === 0 ? 20 : 21, time) }));
  expect(await hits('NIGHT', night('00:57:59.999'))).toMatchObject({
    places: [4],
    last: { facts: { count: 5 } },
  });
  expect(await hits('NIGHT', night('00:58:00.000'))).toMatchObject({ places: [] });
  const early = ['05:00', '05:10', '05:20', '05:30', '05:40'].map((time) => ({ at: on(21, time) }));
  expect(await hits('NIGHT', early)).toMatchObject({ places: [] });
});

test('example 4: eight tenths of a month at one payee', async () => {
  const month = (top: number) => [
    ...Array.from({ length: 8 }, (_, n) => ({
      at: on(n + 1, '12:00'),
      amount: n === 0 ? top - 7 * 40_000 : 40_000,
    })),
    ...Array.from({ length: 4 }, (_, n) => ({
      at: on(n + 20, '12:00'),
      amount: n === 0 ? 400_000 - top - 60_000 : 20_000,
      payee: 1,
    })),
  ];
  expect(await ofNovember('FOCUS', month(320_000))).toMatchObject([
    { eventId: null, amount: 400_000, facts: { count: 12, sum: 400_000, topShare: 8_000 } },
  ]);
  expect(await ofNovember('FOCUS', month(319_999))).toEqual([]);
});

test('example 5: much money in the first seven days', async () => {
  const hiredOn = '2026-11-16';
  const first = { amount: 150_000, at: on(18, '12:00') };
  const then = (day: number) => ({ amount: 50_000, at: on(day, '12:00') });
  expect(await hits('NEWBIE', [first, then(22)], { hiredOn })).toMatchObject({ places: [1] });
  expect(await hits('NEWBIE', [first, then(23)], { hiredOn })).toMatchObject({ places: [] });
});

test('example 6: as many refunds as half of the payments', async () => {
  const month = (payments: number) => [
    ...Array.from({ length: payments }, (_, n) => ({ at: on(n + 1, '12:00') })),
    ...Array.from({ length: 5 }, (_, n) => ({ at: on(n + 20, '12:00'), type: 'REFUND' as const })),
  ];
  expect(await hits('REFUND', month(10))).toMatchObject({
    places: [14],
    last: { facts: { refunds: 5, payments: 10, ratio: 5_000 } },
  });
  expect(await hits('REFUND', month(11))).toMatchObject({ places: [] });
});

test('example 7: a payment on the day after somebody left, even a declined one', async () => {
  const leftOn = '2026-11-17';
  const at = (time: string) => ({ at: time, state: 'FAILED' as const });
  expect(await hits('LEFT', [at('2026-11-17T15:59:59.999Z')], { leftOn })).toMatchObject({ places: [] });
  expect(await hits('LEFT', [at('2026-11-17T16:00:00.000Z')], { leftOn })).toMatchObject({ places: [0] });
});

test('a window is quiet after a hit until it has passed', async () => {
  const every20 = Array.from({ length: 9 }, (_, n) => ({
    at: new Date(on(21, '00:00').getTime() + n * 900_000),
  }));
  expect(await hits('NIGHT', every20)).toMatchObject({ places: [] });
  const every10 = Array.from({ length: 12 }, (_, n) => ({
    at: new Date(on(21, '00:00').getTime() + n * 600_000),
  }));
  expect(await hits('NIGHT', every10)).toMatchObject({ places: [4, 10] });
});

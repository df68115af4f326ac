import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookDesk, leavesOf, openBookDesk } from '../../../../../tests/support/book-desk.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

const writers = 12;

let api: TestApi;
let desk: BookDesk;

beforeAll(async () => {
  api = await startTestApi({ settings: { DATABASE_POOL_SIZE: '20' } });
  desk = await openBookDesk(api);
});
afterAll(() => api.close());

/** Pays on a day of the month that closes, `writers` at a time, until `work` is through; the ids of all payments. */
async function payingWhile(work: () => Promise<unknown>): Promise<string[]> {
  let isOver = false;
  const paid: string[] = [];
  const lanes = Array.from({ length: writers }, async () => {
    while (!isOver)
      paid.push(await desk.post('CONSUME', { on: desk.day('20'), legs: [['LIMIT', 'SETTLEMENT', 7]] }));
  });
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(lanes);
  }
  return paid;
}

const periodIs = () =>
  api.deps.database.prisma.ledgerPeriod.findFirstOrThrow({
    where: { tenantId: desk.tenantId, period: desk.before },
  });
const ended = () => eventually(async () => expect((await periodIs()).state).not.toBe('CLOSING'));
const settle = async () => {
  await desk.seal();
  await desk.approveAll();
  await desk.postAll();
};

test('closed while 12 pay: each payment is in one period or the other, once, and the sums are equal', async () => {
  const paid = await payingWhile(async () => {
    await eventually(async () =>
      expect(
        await api.deps.database.prisma.ledgerPosting.count({ where: { tenantId: desk.tenantId } }),
      ).toBeGreaterThan(50),
    );
  });
  await settle();

  // They pay into it until the checker agrees: the closing finds what nobody has posted, and the month is open again.
  await desk.result('voucher/closePeriod', { period: desk.before });
  paid.push(
    ...(await payingWhile(async () => {
      expect(await desk.decide('periodClose', 'approve')).toMatchObject({ code: 200 });
      await ended();
    })),
  );
  const first = await periodIs();
  if (first.state === 'OPEN') {
    expect(first.hindrance).not.toBeNull();
    await settle();
    await desk.result('voucher/closePeriod', { period: desk.before });
    expect(await desk.decide('periodClose', 'approve')).toMatchObject({ code: 200 });
    paid.push(...(await payingWhile(ended)));
  }
  expect(await periodIs()).toMatchObject({ state: 'CLOSED', hindrance: null });
  paid.push(...(await payingWhile(async () => undefined)));

  const legs = await api.deps.database.prisma.ledgerPosting.findMany({
    where: { tenantId: desk.tenantId },
    select: { sourceId: true, bookDate: true, amount: true },
  });
  expect(legs.map(({ sourceId }) => sourceId).toSorted()).toEqual(paid.toSorted());
  const [inClosed, later] = [`${desk.day('20')}`, `${desk.month}-01`].map(
    (day) => legs.filter(({ bookDate }) => bookDate.toISOString().startsWith(day)).length,
  );
  expect(inClosed).toBeGreaterThan(0);
  expect(later).toBeGreaterThan(0);
  expect((inClosed ?? 0) + (later ?? 0)).toBe(legs.length);
  const posted = leavesOf(await desk.balance({ from: desk.before, to: desk.before }));
  expect(posted).toEqual({ '2202.01': 7 * (inClosed ?? 0), '2241.02': -7 * (inClosed ?? 0) });
  const live = leavesOf(await desk.balance({ from: desk.before, to: desk.month, basis: 'LIVE' }));
  expect(live).toEqual({ '2202.01': 7 * legs.length, '2241.02': -7 * legs.length });
  await desk.seal();
  expect(await desk.violations()).toEqual([]);
});

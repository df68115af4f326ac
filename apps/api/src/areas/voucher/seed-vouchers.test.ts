import { tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { inTransaction, longestTransaction } from '../../platform/db/transaction.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { seedVouchers } from './seed-vouchers.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
});
afterAll(() => api.close());

test('every day of a seed that is over has its vouchers, posted but for the newest, and all months but two are closed', async () => {
  const { database } = api.deps;
  const { prisma } = database;
  const now = api.clock.businessNow();
  await inTransaction(database, (tx) => seedVouchers(tx, now), { timeout: longestTransaction });

  const ofTenant = { tenantId: tenantId('A') };
  const periods = await prisma.ledgerPeriod.findMany({ where: ofTenant, orderBy: { period: 'asc' } });
  expect(periods.length).toBeGreaterThan(3);
  expect(periods.map(({ state }) => state)).toEqual([
    ...periods.slice(2).map(() => 'CLOSED'),
    'OPEN',
    'OPEN',
  ]);
  const vouchers = await prisma.voucher.groupBy({ by: ['state'], where: ofTenant, _count: true });
  expect(vouchers.map(({ state }) => state).sort()).toEqual(['PENDING', 'POSTED', 'REVERSED']);
  expect(vouchers.find(({ state }) => state === 'PENDING')?._count).toBe(3);
  const closed = periods.at(-3)?.period as string;
  const byHand = await prisma.voucher.findMany({
    where: { ...ofTenant, kind: { in: ['MANUAL', 'RED'] } },
    include: { lines: { orderBy: { lineNo: 'asc' } } },
    orderBy: { date: 'asc' },
  });
  expect(
    byHand.map(({ kind, state, period, word, number, lines }) => [
      ...[kind, state, period, kind === 'MANUAL' && state === 'POSTED' ? `${word}-${number}` : word],
      lines.map(({ debit, credit }) => Number(debit - credit)),
    ]),
  ).toEqual([
    ['MANUAL', 'POSTED', closed, '记-7', [1_200_000, -1_200_000]],
    ['MANUAL', 'REVERSED', closed, '记', [120_000, -120_000]],
    ['RED', 'POSTED', closed, '记', [-120_000, 120_000]],
  ]);
  const numbers = await prisma.voucher.findMany({
    where: { ...ofTenant, period: closed, word: '记', number: { not: null } },
    orderBy: { number: 'asc' },
  });
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, place) => place + 1));
  const waiting = await prisma.approval.count({
    where: { ...ofTenant, subjectType: 'voucher', state: 'PENDING' },
  });
  expect(waiting).toBe(3);
  const open = await prisma.ledgerSlot.findMany({ where: { ...ofTenant, state: 'OPEN' } });
  expect(open.filter(({ bookDate }) => bookDate.toISOString().slice(0, 10) < shanghaiDay(now))).toEqual([]);
  expect(
    await prisma.voucher.count({ where: { ...ofTenant, kind: 'CLOSE', state: 'POSTED' } }),
  ).toBeGreaterThan(0);
  await expectInvariants(api);
});

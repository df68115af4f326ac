import { connect } from '@xyxlx/database/connect';
import { tenantId } from '@xyxlx/database/seed/tenants';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { waitingForLock } from '../../../../../tests/support/waiting-for-lock.ts';
import {
  boundsOfMonth,
  dayBefore,
  shanghaiDay,
  shanghaiMonth,
  startOfDay,
} from '../../platform/time/shanghai.ts';
import { sealLedger } from './seal-ledger.ts';

let api: TestApi;
let maker: string;
let employeeId: string;
const ofTenant = { tenantId: tenantId('A') };

beforeEach(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
  const { employeeId: payer } = await api.deps.database.prisma.limitAccount.findFirstOrThrow({
    where: { ...ofTenant, available: { gt: 10_000 }, expiresAt: null, employee: { state: 'ACTIVE' } },
  });
  employeeId = payer;
});
afterEach(() => api.close());

/** The business's clock stands at an instant. */
const itIs = (instant: number) => Object.assign(api.clock, { businessNow: () => new Date(instant) });
const pay = (amount: number) =>
  api.call('dev/pay', { employeeId, amount, personalAmount: 0, channel: 'ALIPAY' }, maker);
const postingOf = (sourceId: string) =>
  api.deps.database.prisma.ledgerPosting.findFirstOrThrow({
    where: { ...ofTenant, sourceType: 'consumption', sourceId },
    include: { slot: { include: { vouchers: true } } },
  });
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

test('paid at 23:59:59.9 and sealed meanwhile: the next part of that day, with a voucher of its own', async () => {
  const today = shanghaiDay(api.clock.now());
  const midnight = startOfDay(dayBefore(today, -1)).getTime();
  itIs(midnight - 60_000);
  const early = (await pay(100)).body.result.id;

  const other = await connect(api.databaseUrl);
  await other.query('BEGIN');
  await other.query('SELECT FROM limit_accounts WHERE tenant_id = $1 AND employee_id = $2 FOR UPDATE', [
    ofTenant.tenantId,
    employeeId,
  ]);
  itIs(midnight - 100);
  const late = pay(200).then(({ body }) => body.result.id);
  await waitingForLock(api, 1);
  itIs(midnight + 60_000);
  await sealLedger(api.deps);
  await other.query('COMMIT');
  await other.end();
  const { slot, occurredAt, bookDate } = await postingOf(await late);
  expect(midnight - occurredAt.getTime()).toBe(100);
  expect(dayOf(bookDate)).toBe(today);
  const before = await postingOf(early);
  expect(before.slot).toMatchObject({ state: 'SEALED' });
  expect(slot).toMatchObject({ part: before.slot.part + 1, state: 'OPEN', vouchers: [] });

  await sealLedger(api.deps);
  const sealed = await postingOf(await late);
  expect(sealed.slot).toMatchObject({ state: 'SEALED', vouchers: [{ kind: 'SYSTEM' }] });
  expect(sealed.slot.vouchers[0]?.id).not.toBe(before.slot.vouchers[0]?.id);
});

test('paid in a month that is closed, by a clock that was moved back: booked on the first open day, at its own time', async () => {
  const month = shanghaiMonth(api.clock.now());
  const { from } = boundsOfMonth(month);
  await sealLedger(api.deps);
  const { prisma } = api.deps.database;
  const past = await prisma.ledgerPeriod.findMany({
    where: { ...ofTenant, period: { lt: month } },
    orderBy: { period: 'asc' },
  });
  expect(past.length).toBeGreaterThan(0);
  for (const { period } of past) {
    for (const state of ['CLOSING', 'CLOSED'] as const) {
      await prisma.ledgerPeriod.update({
        where: { tenantId_period: { ...ofTenant, period } },
        data: { state },
      });
    }
  }
  const then = from.getTime() - 36 * 3_600_000;
  itIs(then);
  const { bookDate, occurredAt } = await postingOf((await pay(300)).body.result.id);
  expect(dayOf(bookDate)).toBe(`${month}-01`);
  expect(occurredAt.getTime()).toBe(then);
});

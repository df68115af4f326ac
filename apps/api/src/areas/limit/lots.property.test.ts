import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { issueLots } from '../../../../../tests/support/lots.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { expireLots } from './expire-lots.ts';

let api: TestApi;
let token: string;
const tenantId = tenantIdOf('A');
const others: string[] = [];

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  for (const kind of ['limitAdjustment', 'consumptionRefund']) await setThreshold(api, kind, plenty);
  const found = await api.deps.database.prisma.limitAccount.findMany({
    where: {
      ...{ tenantId, expiresAt: null, available: { gt: 0 }, locked: 0 },
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE', ruleScopes: { none: {} } } },
    },
    orderBy: { id: 'asc' },
  });
  others.push(...found.map(({ employeeId }) => employeeId));
});
afterAll(() => api.close());

const money = fc.integer({ min: 1, max: 900 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('issue' as const),
      amount: money,
      days: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      amounts: fc.array(money, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('refund' as const), which: fc.nat(), amount: money }),
  },
  ...(['INCREASE', 'DECREASE', 'FREEZE', 'UNFREEZE'] as const).map((act) => ({
    weight: 1,
    arbitrary: fc.record({ act: fc.constant(act), amount: money }),
  })),
  { weight: 1, arbitrary: fc.record({ act: fc.constant('night' as const), expire: fc.boolean() }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What is left of a lot as the rules say, by its place. */
interface Model {
  id: string;
  ends: string | null;
  available: number;
  locked: number;
}

/** Some at once, by their places; what a payment does not cover is refused. */
interface World {
  employeeId: string;
  general: number;
  generalLocked: number;
  lots: Model[];
  payments: { id: string; left: number }[];
}

const today = () => shanghaiDay(api.clock.businessNow());
/** In the order in which payments take them. */
const inTurn = (lots: readonly Model[]) =>
  lots.toSorted((a, b) => (a.ends ?? '9').localeCompare(b.ends ?? '9') || a.id.localeCompare(b.id));
const isLive = ({ ends }: Model) => ends === null || ends >= today();

/** Takes so much of parts in their order; what they don't cover is returned. */
function take(
  lots: readonly Model[],
  part: 'available' | 'locked',
  amount: number,
  to?: (lot: Model, taken: number) => void,
) {
  let left = amount;
  for (const lot of lots) {
    const taken = Math.min(left, lot[part]);
    lot[part] -= taken;
    left -= taken;
    to?.(lot, taken);
  }
  return left;
}

const call = async (path: string, input: object) => (await api.call(path, input, token)).body;

async function carryOut(world: World, given: Step): Promise<void> {
  const { employeeId } = world;
  const adjust = (type: string, amount: number) =>
    call('limit/adjustLimit', { employeeId, type, amount, reason: 't' });
  switch (given.act) {
    case 'issue': {
      const ends = given.days === 4 ? null : dayBefore(today(), -given.days);
      const [id] = await issueLots(api, employeeId, [
        { amount: given.amount, ...(ends && { lastDay: ends }) },
      ]);
      world.lots.push({ id: id as string, ends, available: given.amount, locked: 0 });
      return;
    }
    case 'pay': {
      const answers = await Promise.all(
        given.amounts.map((amount) => call('dev/pay', { employeeId, amount })),
      );
      const paid = given.amounts.map((amount, n) => (answers[n].code === 200 ? amount : 0));
      const spendable =
        world.general + world.lots.filter(isLive).reduce((sum, { available }) => sum + available, 0);
      const sum = paid.reduce((total, amount) => total + amount, 0);
      expect(sum).toBeLessThanOrEqual(spendable);
      for (const [n, amount] of given.amounts.entries()) {
        if (paid[n] === 0) expect(amount).toBeGreaterThan(spendable - sum);
        else world.payments.push({ id: answers[n].result.id, left: amount });
      }
      world.general -= take(inTurn(world.lots.filter(isLive)), 'available', sum);
      return;
    }
    case 'refund': {
      const payment = world.payments[given.which % Math.max(1, world.payments.length)];
      if (!payment || payment.left === 0) return;
      const amount = Math.min(given.amount, payment.left);
      const spends = await api.deps.database.prisma.lotSpend.findMany({
        where: { tenantId, consumptionId: payment.id },
        orderBy: { seq: 'desc' },
      });
      expect(
        await call('consumption/refundConsumption', { id: payment.id, amount, reason: 't' }),
      ).toMatchObject({ code: 200 });
      const ofLots = spends.reduce((sum, one) => sum + Number(one.amount - one.returned), 0);
      const general = Math.min(amount, payment.left - ofLots);
      world.general += general;
      let left = amount - general;
      for (const spend of spends) {
        const lot = world.lots.find(({ id }) => id === spend.lotId) as Model;
        const back = Math.min(left, Number(spend.amount - spend.returned));
        if (isLive(lot)) lot.available += back;
        left -= back;
      }
      payment.left -= amount;
      return;
    }
    case 'INCREASE':
      expect(await adjust('INCREASE', given.amount)).toMatchObject({ code: 200 });
      world.general += given.amount;
      return;
    case 'DECREASE':
    case 'FREEZE': {
      const all = world.general + world.lots.reduce((sum, { available }) => sum + available, 0);
      const { code } = await adjust(given.act, given.amount);
      expect(code).toBe(given.amount > all ? 406 : 200);
      if (code !== 200) return;
      const ofGeneral = Math.min(world.general, given.amount);
      world.general -= ofGeneral;
      if (given.act === 'FREEZE') world.generalLocked += ofGeneral;
      take(inTurn(world.lots).reverse(), 'available', given.amount - ofGeneral, (lot, taken) => {
        if (given.act === 'FREEZE') lot.locked += taken;
      });
      return;
    }
    case 'UNFREEZE': {
      const all = world.generalLocked + world.lots.reduce((sum, { locked }) => sum + locked, 0);
      const { code } = await adjust('UNFREEZE', given.amount);
      expect(code).toBe(given.amount > all ? 406 : 200);
      if (code !== 200) return;
      const rest = take(inTurn(world.lots), 'locked', given.amount, (lot, taken) => {
        if (isLive(lot)) lot.available += taken;
      });
      world.generalLocked -= rest;
      world.general += rest;
      return;
    }
    case 'night':
      api.clock.advance(86_400_000);
      token = (await maker()).token;
      if (!given.expire) return;
      await expireLots(api.deps);
      for (const lot of world.lots) if (!isLive(lot)) lot.available = 0;
  }
}

const maker = () =>
  operator(api, '额度经办', {
    permissions: ['limit.view', 'limit.adjust', 'consumption.view', 'consumption.refund'],
  });

test('whatever is issued, paid at once, refunded, adjusted, frozen and left to end: each lot has what the rules leave it', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      runs += 1;
      token = (await maker()).token;
      const employeeId = others[runs % others.length] as string;
      const before = await api.deps.database.prisma.limitLot.findMany({
        where: { tenantId, account: { employeeId } },
      });
      const { available, lotAvailable, locked, lotLocked } = await accountOf(employeeId);
      // A shrunk run goes on with what the one before left to the employee.
      const lots = before.map(({ id, expiresAt, ...lot }) => ({
        id,
        ends: expiresAt && shanghaiDay(new Date(expiresAt.getTime() - 1)),
        available: Number(lot.available),
        locked: Number(lot.locked),
      }));
      const world: World = {
        ...{ employeeId, lots, payments: [], general: Number(available - lotAvailable) },
        generalLocked: Number(locked - lotLocked),
      };
      for (const one of steps) await carryOut(world, one);
      expect(await shownBy(world)).toEqual({
        general: world.general,
        generalLocked: world.generalLocked,
        lots: inTurn(world.lots).map(({ available: left, locked: held }) => [left, held]),
      });
    }),
    { numRuns: 12 },
  );
  await expectInvariants(api);
});

const accountOf = (employeeId: string) =>
  api.deps.database.prisma.limitAccount.findFirstOrThrow({ where: { tenantId, employeeId } });

/** The same as the database has it. */
async function shownBy({ employeeId, lots }: World) {
  const { available, lotAvailable, locked, lotLocked } = await accountOf(employeeId);
  const rows = await api.deps.database.prisma.limitLot.findMany({
    where: { tenantId, account: { employeeId } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    general: Number(available - lotAvailable),
    generalLocked: Number(locked - lotLocked),
    lots: inTurn(lots).map(({ id }) => [Number(byId.get(id)?.available), Number(byId.get(id)?.locked)]),
  };
}

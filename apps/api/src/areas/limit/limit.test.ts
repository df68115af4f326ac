import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';

let api: TestApi;
let maker: string;
let otherTenant: string;
let employees: { id: string; merchant: { id: string } }[];

beforeAll(async () => {
  api = await startTestApi();
  // Everything here is one maker's day.
  await setThreshold(api, 'limitAdjustment', plenty);
  maker = await api.signIn('13800000002');
  otherTenant = await api.signIn('13800000004');
  const { body } = await api.call('employee/queryEmployee', { state: ['ACTIVE'], pageSize: 200 }, maker);
  const active = await api.call('merchant/queryMerchant', { state: ['ACTIVE'], pageSize: 200 }, maker);
  const open = new Set(active.body.result.list.map(({ id }: { id: string }) => id));
  employees = body.result.list.filter((one: { merchant: { id: string } }) => open.has(one.merchant.id));
});
afterAll(() => api.close());

const limitsOf = async (id: string) => (await api.call('employee/getEmployee', { id }, maker)).body.result;
const adjust = (employeeId: string, type: string, amount?: number, headers = {}) =>
  api.call(
    'limit/adjustLimit',
    { employeeId, type, reason: 'test', ...(amount !== undefined && { amount }) },
    maker,
    headers,
  );

type Step =
  | { do: 'INCREASE' | 'DECREASE' | 'RECOVER' | 'FREEZE' | 'UNFREEZE' | 'pay'; amount: number }
  | { do: 'CLEAR' }
  | { do: 'refund'; which: number; amount: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('INCREASE', 'DECREASE', 'RECOVER', 'FREEZE', 'UNFREEZE', 'pay', 'pay'),
    amount: fc.integer({ min: 1, max: 60_000 }),
  }) as fc.Arbitrary<Step>,
  fc.constant<Step>({ do: 'CLEAR' }),
  fc.record({
    do: fc.constant('refund' as const),
    which: fc.nat(20),
    amount: fc.integer({ min: 1, max: 40_000 }),
  }),
);

/** What an account should be, in a few lines that share nothing with the service. */
class Model {
  available: number;
  locked: number;
  used: number;
  recovered: number;
  payments: { id: string; left: number }[] = [];

  constructor(now: {
    availableLimit: number;
    lockedLimit: number;
    usedLimit: number;
    recoveredLimit: number;
  }) {
    this.available = now.availableLimit;
    this.locked = now.lockedLimit;
    this.used = now.usedLimit;
    this.recovered = now.recoveredLimit;
  }

  /** Whether the step goes through; if it does, the model has taken it. */
  take(one: Step): boolean {
    const amount = one.do === 'CLEAR' ? this.available : one.amount;
    const need = (has: number) => amount > 0 && has >= amount;
    switch (one.do) {
      case 'INCREASE':
        this.available += amount;
        return true;
      case 'DECREASE':
      case 'CLEAR':
        if (!need(this.available)) return false;
        this.available -= amount;
        return true;
      case 'RECOVER':
        if (!need(this.available)) return false;
        this.available -= amount;
        this.recovered += amount;
        return true;
      case 'FREEZE':
        if (!need(this.available)) return false;
        this.available -= amount;
        this.locked += amount;
        return true;
      case 'UNFREEZE':
        if (!need(this.locked)) return false;
        this.locked -= amount;
        this.available += amount;
        return true;
      case 'pay':
        if (!need(this.available)) return false;
        this.available -= amount;
        this.used += amount;
        return true;
      case 'refund': {
        const payment = this.payments[one.which % this.payments.length];
        if (!payment || payment.left < amount) return false;
        payment.left -= amount;
        this.used -= amount;
        this.available += amount;
        return true;
      }
    }
  }
}

async function run(employeeId: string, model: Model, one: Step): Promise<boolean> {
  if (one.do === 'refund') {
    const payment = model.payments[one.which % model.payments.length];
    if (!payment) return false;
    const input = { id: payment.id, amount: one.amount, reason: 'test' };
    const { body } = await api.call('consumption/refundConsumption', input, maker);
    return body.code === 200;
  }
  if (one.do === 'pay') {
    const { body } = await api.call('dev/pay', { employeeId, amount: one.amount }, maker);
    if (body.code === 200) model.payments.push({ id: body.result.id, left: one.amount });
    return body.code === 200;
  }
  const { body } = await adjust(employeeId, one.do, one.do === 'CLEAR' ? undefined : one.amount);
  return body.code === 200;
}

describe('adjustments, payments and refunds', () => {
  it('go as a model of the account goes, whatever their order', async () => {
    let next = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
        const employee = employees[next++ % employees.length] as { id: string };
        const model = new Model(await limitsOf(employee.id));
        for (const one of steps) {
          const went = await run(employee.id, model, one);
          expect({ one, went }).toEqual({ one, went: model.take(one) });
        }
        const { available, locked, used, recovered } = model;
        expect(await limitsOf(employee.id)).toMatchObject({
          availableLimit: available,
          lockedLimit: locked,
          usedLimit: used,
          recoveredLimit: recovered,
          totalLimit: available + locked + used + recovered,
        });
      }),
      { numRuns: 25 },
    );
    await expectInvariants(api);
  });

  it('overdraw race: winners ≤ balance; the rest 406 余额不足', async () => {
    const { id } = employees[1] as { id: string };
    await adjust(id, 'CLEAR');
    await adjust(id, 'INCREASE', 5_000);
    const answers = await Promise.all(Array.from({ length: 12 }, () => adjust(id, 'DECREASE', 1_000)));
    const won = answers.filter(({ body }) => body.code === 200);
    const lost = answers.filter(({ body }) => body.code === 406);
    expect(won).toHaveLength(5);
    expect(lost).toHaveLength(7);
    for (const { body } of lost) expect(body.msg).toContain('余额不足');
    expect((await limitsOf(id)).availableLimit).toBe(0);
    await expectInvariants(api);
  });

  it.each(['0', '-1', '1.005', '1e3', '"12"', 'null', String(2 ** 53), String(2n ** 63n)])(
    'amounts 0, −1, 1.005, 1e3, "12", null, 2^53, 2^63: 400 ∅ (%s)',
    async (amount) => {
      const { id } = employees[2] as { id: string };
      const before = await limitsOf(id);
      const { status, body } = await api
        .call('limit/adjustLimit', {}, maker)
        .type('json')
        .send(`{"employeeId":"${id}","type":"INCREASE","reason":"test","amount":${amount}}`);
      expect([status, body.code]).toEqual([400, 400]);
      expect(await limitsOf(id)).toEqual(before);
    },
  );

  it('a CLEAR with an amount and an INCREASE without one: 400 ∅', async () => {
    const { id } = employees[2] as { id: string };
    expect((await adjust(id, 'CLEAR', 100)).status).toBe(400);
    expect((await adjust(id, 'INCREASE')).status).toBe(400);
  });

  it('double click / same idempotency key: same answer; 1×. Other body: 406', async () => {
    const { id } = employees[3] as { id: string };
    const before = await limitsOf(id);
    const key = { 'Idempotency-Key': 'adjust-0001' };
    const twice = await Promise.all([adjust(id, 'INCREASE', 700, key), adjust(id, 'INCREASE', 700, key)]);
    expect(twice[0].body).toEqual(twice[1].body);
    expect((await adjust(id, 'INCREASE', 700, key)).body).toEqual(twice[0].body);
    expect((await adjust(id, 'INCREASE', 800, key)).body.code).toBe(406);
    expect((await limitsOf(id)).availableLimit).toBe(before.availableLimit + 700);
  });

  it("another tenant's id: 406 记录不存在, byte-identical to a missing one", async () => {
    const { id } = employees[4] as { id: string };
    const missing = '00000000-0000-4000-8000-000000000000';
    for (const path of ['limit/adjustLimit', 'employee/getEmployee', 'employee/revealEmployee']) {
      const input = (of: string) =>
        path === 'limit/adjustLimit'
          ? { employeeId: of, type: 'INCREASE', amount: 100, reason: 'test' }
          : path === 'employee/getEmployee'
            ? { id: of }
            : { id: of, reason: 'test' };
      const [theirs, none] = [
        await api.call(path, input(id), otherTenant),
        await api.call(path, input(missing), otherTenant),
      ];
      expect(theirs.body).toEqual({ code: 406, success: false, msg: '记录不存在', result: null });
      expect(theirs.text).toBe(none.text);
    }
  });

  it('an undo takes back what is unspent, once', async () => {
    const { id } = employees[5] as { id: string };
    await adjust(id, 'CLEAR');
    const given = await adjust(id, 'INCREASE', 10_000);
    await api.call('dev/pay', { employeeId: id, amount: 4_000 }, maker);
    const undo = () =>
      api.call('limit/undoAdjustment', { id: given.body.result.adjustment.id, reason: '录入错误' }, maker);
    const first = await undo();
    expect(first.body.result.adjustment).toMatchObject({ type: 'DECREASE', deltaLimit: -6_000 });
    expect(first.body.result.limits.availableLimit).toBe(0);
    expect((await undo()).body).toMatchObject({ code: 406, msg: '该调额已撤销' });
  });

  it('an adjustment and its undo are in the log, each once, with what they changed', async () => {
    const { id } = employees[8] as { id: string };
    await adjust(id, 'CLEAR');
    const given = await adjust(id, 'INCREASE', 10_000);
    const undone = { id: given.body.result.adjustment.id, reason: '录入错误' };
    expect((await api.call('limit/undoAdjustment', undone, maker)).body.code).toBe(200);
    const rows = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: id, result: 'SUCCESS' },
      orderBy: { id: 'asc' },
    });
    const told = rows.map(({ action, before, after, reason }) => ({ action, before, after, reason }));
    expect(told.slice(-2)).toEqual([
      {
        action: 'adjustLimit',
        before: expect.objectContaining({ availableLimit: 0 }),
        after: expect.objectContaining({ type: 'INCREASE', availableLimit: 10_000 }),
        reason: 'test',
      },
      {
        action: 'undoAdjustment',
        before: expect.objectContaining({ availableLimit: 10_000 }),
        after: expect.objectContaining({ type: 'DECREASE', availableLimit: 0 }),
        reason: '录入错误',
      },
    ]);
  });

  it('an increase that the fund does not cover: 406 余额不足 ∅', async () => {
    const { id } = employees[6] as { id: string };
    const before = await limitsOf(id);
    const { body } = await adjust(id, 'INCREASE', 1_000_000_000_000);
    expect(body.code).toBe(406);
    expect(body.msg).toContain('余额不足');
    expect(await limitsOf(id)).toEqual(before);
    await expectInvariants(api);
  });

  it('the chain can not be edited, not even by a statement of the service', async () => {
    const { pool } = api.deps.database;
    await expect(pool.query('UPDATE limit_adjustments SET delta = 0')).rejects.toThrow(
      /permission denied|append-only/,
    );
    await expect(pool.query('DELETE FROM fund_flows')).rejects.toThrow(/permission denied|append-only/);
    await expect(
      pool.query('UPDATE limit_accounts SET available = available - total - 1, used = used + total + 1'),
    ).rejects.toThrow(/limit_accounts_(not_negative|lots)/);
  });
});

describe('who leaves', () => {
  it('loses the unspent limit to the company, keeps the history; a later refund goes to the company too', async () => {
    const { id } = employees[7] as { id: string };
    await adjust(id, 'INCREASE', 9_000);
    const paid = await api.call('dev/pay', { employeeId: id, amount: 2_000 }, maker);
    await adjust(id, 'FREEZE', 1_000);
    const admin = await api.signIn('13800000001');
    const { body } = await api.call('employee/leaveEmployee', { ids: [id], reason: '离职' }, admin);
    expect(body.result).toMatchObject({ done: 1, failed: 0 });
    const left = await limitsOf(id);
    expect(left).toMatchObject({ state: 'LEFT', availableLimit: 0, lockedLimit: 0 });
    await api.call(
      'consumption/refundConsumption',
      { id: paid.body.result.id, amount: 500, reason: '退' },
      maker,
    );
    const after = await limitsOf(id);
    expect(after.availableLimit).toBe(0);
    expect(after.recoveredLimit).toBe(left.recoveredLimit + 500);
    const history = await api.call('limit/queryAdjustment', { employeeId: id }, maker);
    expect(history.body.result.list[0]).toMatchObject({
      type: 'RECOVER',
      source: 'SYSTEM',
      deltaLimit: -500,
    });
    await expectInvariants(api);
  });
});

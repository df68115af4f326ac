import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { type BatchDesk, openBatchDesk } from '../../../../../tests/support/limit-batches.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';

type Person = Awaited<ReturnType<typeof operator>>;

const ceiling = 10_000;
const permissions = [
  ...['limit.view', 'limit.adjust', 'limit.upload', 'limit.export', 'employee.view'],
  ...['merchant.view', 'consumption.view', 'consumption.refund'],
];

let api: TestApi;
let desk: BatchDesk;
let capped: Person;
let free: Person;
beforeAll(async () => {
  api = await startTestApi();
  desk = await openBatchDesk(api);
  // Ceilings are about one act, whatever its maker has done before.
  for (const kind of ['limitAdjustment', 'limitAdjustmentUndo', 'consumptionRefund']) {
    await setThreshold(api, kind, plenty);
  }
  capped = await operator(api, '限额经办', { permissions, amountCeiling: ceiling });
  free = await operator(api, '经办', { permissions });
});
afterAll(() => api.close());

const as = (person: Person) => async (path: string, input: object) =>
  (await api.call(path, input, person.token)).body;
const adjust = (person: Person, employeeId: string, type: string, amount?: number) =>
  as(person)('limit/adjustLimit', { employeeId, type, reason: 't', ...(amount !== undefined && { amount }) });
const limitsOf = async (id: string) => (await as(free)('employee/getEmployee', { id })).result;
const over = { code: 406, msg: '金额超出您的权限上限 100.00 元' };

/** An active employee of the desk's merchant with exactly so much to spend. */
async function employeeWith(available: number, n: number): Promise<string> {
  const { list } = (
    await as(free)('employee/queryEmployee', { merchantId: desk.merchantId, state: ['ACTIVE'], pageSize: 50 })
  ).result;
  const { id } = list[n];
  if ((await limitsOf(id)).availableLimit > 0) expect((await adjust(free, id, 'CLEAR')).code).toBe(200);
  if (available > 0) expect((await adjust(free, id, 'INCREASE', available)).code).toBe(200);
  return id;
}

describe('a capped role, exactly at its ceiling and a fen over it', () => {
  test.each(['INCREASE', 'DECREASE', 'RECOVER', 'FREEZE'])('%s', async (type) => {
    const id = await employeeWith(3 * ceiling, 0);
    const before = await limitsOf(id);
    expect(await adjust(capped, id, type, ceiling + 1)).toMatchObject(over);
    expect(await limitsOf(id)).toEqual(before);
    expect((await adjust(capped, id, type, ceiling)).code).toBe(200);
  });

  test('CLEAR, whose amount nobody types', async () => {
    const id = await employeeWith(ceiling + 1, 1);
    expect(await adjust(capped, id, 'CLEAR')).toMatchObject(over);
    expect((await limitsOf(id)).availableLimit).toBe(ceiling + 1);
    await adjust(free, id, 'DECREASE', 1);
    expect((await adjust(capped, id, 'CLEAR')).result.limits.availableLimit).toBe(0);
  });

  test('UNFREEZE and the undo of an adjustment', async () => {
    const id = await employeeWith(3 * ceiling, 2);
    await adjust(free, id, 'FREEZE', 2 * ceiling);
    expect(await adjust(capped, id, 'UNFREEZE', ceiling + 1)).toMatchObject(over);
    expect((await adjust(capped, id, 'UNFREEZE', ceiling)).code).toBe(200);
    const undo = async (amount: number) => {
      const { adjustment } = (await adjust(free, id, 'INCREASE', amount)).result;
      return as(capped)('limit/undoAdjustment', { id: adjustment.id, reason: 't' });
    };
    expect(await undo(ceiling + 1)).toMatchObject(over);
    expect((await undo(ceiling)).code).toBe(200);
  });

  test('refund and revoke', async () => {
    const id = await employeeWith(5 * ceiling, 3);
    const paid = async (amount: number) => (await as(free)('dev/pay', { employeeId: id, amount })).result.id;
    const payment = await paid(2 * ceiling);
    const refund = (amount: number) =>
      as(capped)('consumption/refundConsumption', { id: payment, amount, reason: 't' });
    expect(await refund(ceiling + 1)).toMatchObject(over);
    expect((await refund(ceiling)).code).toBe(200);
    const revoke = async (amount: number) =>
      as(capped)('consumption/revokeConsumption', { id: await paid(amount), reason: 't' });
    expect(await revoke(ceiling + 1)).toMatchObject(over);
    expect((await revoke(ceiling)).result.state).toBe('REVOKED');
  });

  test('a batch, its increases and decreases added up, and its undo', async () => {
    const batchOf = async (fen: number) => {
      const [head, ...lines] = await desk.sheet();
      const [one, other] = lines.filter((line) => line[3] === '已激活' && Number(line[7]) >= 200);
      const changed = [
        one?.with(7, (Number(one[7]) + (fen - 4_000) / 100).toFixed(2)),
        other?.with(7, (Number(other[7]) - 40).toFixed(2)),
      ];
      const { body } = await desk.upload([head as string[], ...(changed as string[][])], capped.token);
      return desk.settled(body.result.batchId);
    };
    const step = (
      action: string,
      { id, version }: { id: string; version: number },
      person: Person,
      more = {},
    ) => as(person)(`billChange/${action}`, { id, version, ...more });
    const big = await batchOf(ceiling + 1);
    expect(await step('confirmBatch', big, capped)).toMatchObject(over);
    expect((await desk.settled(big.id)).state).toBe('READY');
    expect((await step('confirmBatch', big, free)).result.state).toBe('RUNNING');
    const done = await desk.settled(big.id);
    expect(await step('undoBatch', done, capped, { reason: 't' })).toMatchObject(over);
    expect((await desk.settled(big.id)).state).toBe('DONE');
    const exact = await batchOf(ceiling);
    expect((await step('confirmBatch', exact, capped)).result.state).toBe('RUNNING');
    expect(
      (await step('undoBatch', await desk.settled(exact.id), capped, { reason: 't' })).result.state,
    ).toBe('UNDOING');
    expect((await desk.settled(exact.id)).state).toBe('UNDONE');
    await expectInvariants(api);
  });
});

describe('money', () => {
  test('an increase at a disabled merchant: 406; what takes away still goes', async () => {
    const id = await employeeWith(1_000, 4);
    const { prisma } = api.deps.database;
    const set = (state: 'ACTIVE' | 'DISABLED') =>
      prisma.merchant.updateMany({ where: { id: desk.merchantId }, data: { state } });
    await set('DISABLED');
    expect((await adjust(free, id, 'INCREASE', 1)).msg).toBe('商户不是正常状态，不能增加额度');
    expect((await adjust(free, id, 'DECREASE', 1)).result.limits.availableLimit).toBe(999);
    await set('ACTIVE');
    expect((await adjust(free, id, 'INCREASE', 1)).result.limits.availableLimit).toBe(1_000);
  });

  test('the undo of a freeze that was partly let go unfreezes what is still frozen', async () => {
    const id = await employeeWith(1_000, 5);
    const { adjustment } = (await adjust(free, id, 'FREEZE', 1_000)).result;
    await adjust(free, id, 'UNFREEZE', 400);
    const undone = await as(free)('limit/undoAdjustment', { id: adjustment.id, reason: 't' });
    expect(undone.result).toMatchObject({
      adjustment: { type: 'UNFREEZE', deltaLimit: 600 },
      limits: { availableLimit: 1_000, lockedLimit: 0 },
    });
    await expectInvariants(api);
  });

  test('what of the fund is frozen pays for nothing: to the last free fen 200, one more 406 余额不足 ∅', async () => {
    const id = await employeeWith(0, 6);
    const { prisma } = api.deps.database;
    const { companyId } = await prisma.merchant.findFirstOrThrow({ where: { id: desk.merchantId } });
    const where = { companyId: companyId as string, kind: 'ENTERPRISE' as const };
    const { balance, frozen } = await prisma.fundAccount.findFirstOrThrow({ where });
    await prisma.fundAccount.updateMany({ where, data: { frozen: balance - 500n } });
    expect(await adjust(free, id, 'INCREASE', 501)).toMatchObject({ code: 406, msg: '企业资金余额不足' });
    expect((await limitsOf(id)).availableLimit).toBe(0);
    expect((await adjust(free, id, 'INCREASE', 500)).result.limits.availableLimit).toBe(500);
    await prisma.fundAccount.updateMany({ where, data: { frozen } });
    await expectInvariants(api);
  });

  /** Uploads a sheet that sets people of the desk's merchant to figures in fen; the checked batch. */
  async function sheetOf(figures: Map<string, number>) {
    const [head, ...lines] = await desk.sheet();
    const changed = lines
      .filter(([no]) => figures.has(no as string))
      .map((line) => line.with(7, ((figures.get(line[0] as string) as number) / 100).toFixed(2)));
    expect(changed).toHaveLength(figures.size);
    const { body } = await desk.upload([head as string[], ...changed], free.token);
    return desk.settled(body.result.batchId);
  }
  const confirm = ({ id, version }: { id: string; version: number }) =>
    as(free)('billChange/confirmBatch', { id, version });

  test('a sheet goes down to exactly what is used, and no fen further', async () => {
    const id = await employeeWith(1_000, 7);
    await as(free)('dev/pay', { employeeId: id, amount: 400 });
    const { employeeNo, usedLimit } = await limitsOf(id);
    const below = await sheetOf(new Map([[employeeNo, usedLimit - 1]]));
    expect(below).toMatchObject({ state: 'FAILED', failed: 1, changed: 0 });
    const exact = await sheetOf(new Map([[employeeNo, usedLimit]]));
    await confirm(exact);
    expect(await desk.settled(exact.id)).toMatchObject({ state: 'DONE', done: 1 });
    expect(await limitsOf(id)).toMatchObject({ availableLimit: 0, usedLimit });
    await expectInvariants(api);
  });

  test('a fund that runs short while rows are applied: the rows it covers are done, to the last fen, the rest fails', async () => {
    const ids = await Promise.all([8, 9, 10].map((n) => employeeWith(0, n)));
    const people = await Promise.all(ids.map(limitsOf));
    const batch = await sheetOf(
      new Map(people.map(({ employeeNo, usedLimit }) => [employeeNo as string, usedLimit + 1_000])),
    );
    expect(batch).toMatchObject({ state: 'READY', increaseAmount: 3_000 });
    const { prisma } = api.deps.database;
    const { companyId } = await prisma.merchant.findFirstOrThrow({ where: { id: desk.merchantId } });
    // Confirmed while the fund covered it; short by a fen of the third when its rows come.
    const where = { companyId: companyId as string, kind: 'ENTERPRISE' as const };
    const { balance, frozen } = await prisma.fundAccount.findFirstOrThrow({ where });
    await prisma.fundAccount.updateMany({ where, data: { frozen: balance - 2_999n } });
    await prisma.limitBatch.updateMany({ where: { id: batch.id }, data: { state: 'STOPPED' } });
    await as(free)('billChange/resumeBatch', { id: batch.id, version: batch.version });
    expect(await desk.settled(batch.id)).toMatchObject({ state: 'PARTLY_DONE', done: 2, failed: 1 });
    const given = (await Promise.all(ids.map(limitsOf))).map(({ availableLimit }) => availableLimit);
    expect(given.reduce((sum, one) => sum + one, 0)).toBe(2_000);
    await prisma.fundAccount.updateMany({ where, data: { frozen } });
    await expectInvariants(api);
  });

  test('a stale version of a batch is not confirmed', async () => {
    const id = await employeeWith(1_000, 11);
    const { employeeNo, usedLimit } = await limitsOf(id);
    const batch = await sheetOf(new Map([[employeeNo, usedLimit + 1_100]]));
    expect((await confirm({ ...batch, version: batch.version - 1 })).msg).toContain('已被他人修改');
    expect((await limitsOf(id)).availableLimit).toBe(1_000);
    expect((await confirm(batch)).result.state).toBe('RUNNING');
    expect((await desk.settled(batch.id)).state).toBe('DONE');
  });
});

describe('refunds that the database alone must refuse', () => {
  const some = `(SELECT id FROM consumption_records WHERE type = 'CONSUME' AND state = 'SUCCESS' AND personal = 0 AND enterprise > 0 LIMIT 1)`;

  test.each([
    [
      'more than was paid',
      `UPDATE consumption_records SET refunded = amount + 1 WHERE id = ${some}`,
      /consumption_records_refunds/,
    ],
    [
      'less than nothing',
      `UPDATE consumption_records SET refunded = -1 WHERE id = ${some}`,
      /consumption_records_refunds/,
    ],
    [
      'parts that are not the whole',
      `UPDATE consumption_records SET personal = 1 WHERE id = ${some}`,
      /check constraint/,
    ],
    [
      'a payment called a refund of nothing',
      `UPDATE consumption_records SET type = 'REFUND' WHERE id = ${some}`,
      /check constraint/,
    ],
    [
      'a limit that gets back more than was used',
      `UPDATE limit_accounts SET used = used - (used + 1), available = available + (used + 1)`,
      /limit_accounts_not_negative/,
    ],
  ])('%s', async (_what, statement, refusal) => {
    await expect(api.deps.database.pool.query(statement)).rejects.toThrow(refusal);
  });
});

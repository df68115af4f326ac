import { randomUUID } from 'node:crypto';
import type { FundKind } from '@xyxlx/contracts/fund-kinds';
import type { Merchant } from '@xyxlx/database/client/client';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { openBatchDesk } from '../../../../../tests/support/limit-batches.ts';
import { issueLots } from '../../../../../tests/support/lots.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { postMissing } from '../../../../../tests/support/post-missing.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';

const permissions = [
  ...['merchant.view', 'merchant.edit', 'merchant.approve', 'job.view'],
  ...['limit.view', 'limit.adjust', 'limit.approve', 'consumption.view', 'consumption.refund'],
];

let api: TestApi;
let owner: pg.Client;
let maker: string;
let checker: string;
let merchants: Merchant[];

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  maker = (await operator(api, '经办人', { permissions })).token;
  checker = (await operator(api, '复核人', { permissions })).token;
  for (const kind of ['limitAdjustment', 'consumptionRefund']) await setThreshold(api, kind, plenty);
  const { tenantId } = await api.deps.sessions.authenticate(maker);
  merchants = await api.deps.database.prisma.merchant.findMany({
    where: { tenantId, state: 'ACTIVE', companyId: { not: null } },
    orderBy: { merchantNo: 'asc' },
  });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const done = async (path: string, input: object, token = maker) => {
  const body = await call(path, input, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
};
const present = (id: string) => api.deps.database.prisma.merchant.findFirstOrThrow({ where: { id } });
const approvalOf = async (subjectId: string) =>
  (await call('approval/getSubjectApproval', { subjectType: 'merchantMove', subjectId }, checker)).result;
const limitsOf = (merchantId: string) =>
  api.deps.database.prisma.limitAccount.findMany({ where: { merchantId }, orderBy: { id: 'asc' } });
const limitOf = (employeeId: string) =>
  api.deps.database.prisma.limitAccount.findFirstOrThrow({ where: { employeeId } });
const fund = async (companyId: string | null, kind: FundKind = 'ENTERPRISE') =>
  Number(
    (
      await api.deps.database.prisma.fundAccount.findFirst({
        where: { companyId: companyId as string, kind },
      })
    )?.balance ?? 0,
  );

/** A new company with so much money. */
async function company(balance: number): Promise<string> {
  const { prisma } = api.deps.database;
  const tenantId = (merchants[0] as Merchant).tenantId;
  const { id } = await prisma.company.create({ data: { tenantId, name: `新公司${randomUUID()}` } });
  await prisma.fundAccount.create({ data: { tenantId, companyId: id, kind: 'ENTERPRISE' } });
  if (balance > 0) await topUp(id, balance);
  return id;
}

/** Writes a movement of a company's account, as what moves it would. */
async function flow(
  companyId: string,
  kind: string,
  entry: { kind: string; delta: number; pairId?: string },
) {
  await owner.query(
    `WITH moved AS (UPDATE fund_accounts SET balance = balance + $3, flow_seq = flow_seq + 1
       WHERE company_id = $1 AND kind = $2 RETURNING *)
     INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, pair_id)
     SELECT tenant_id, id, flow_seq, $4, $3, balance, 'test', uuidv7(), $5 FROM moved`,
    [companyId, kind, entry.delta, entry.kind, entry.pairId ?? null],
  );
}
async function topUp(companyId: string, delta: number): Promise<void> {
  await flow(companyId, 'ENTERPRISE', { kind: 'TOP_UP', delta });
  await postMissing(api, 'opening');
}

/** Edits a merchant's company as its form does. */
async function move(row: Merchant, companyId: string | null, token = maker) {
  const { id, version, name, shortName, creditCode, contactName, mcc, region, settlementBank } = row;
  const { brandId, platformId } = row;
  const kept = { id, version, name, shortName, creditCode, contactName, mcc, region, settlementBank };
  return call('merchant/editMerchant', { ...kept, brandId, platformId, companyId }, token);
}

/** A merchant that nobody moved yet, whose employees have limits, a part of one frozen; and one of them to pay with. */
async function withLimits(): Promise<{ row: Merchant; unspent: number; employeeId: string }> {
  const { prisma } = api.deps.database;
  for (const { id } of merchants) {
    const row = await present(id);
    if ((await approvalOf(id)) !== null) continue;
    const employee = await prisma.employee.findFirst({
      where: {
        merchantId: id,
        state: 'ACTIVE',
        limitAccount: { available: { gt: 50_000 }, expiresAt: null },
      },
      orderBy: { id: 'asc' },
    });
    if (!employee) continue;
    const freeze = { employeeId: employee.id, type: 'FREEZE', amount: 1_234, reason: '核查' };
    await done('limit/adjustLimit', freeze);
    const limits = await limitsOf(id);
    if (limits.filter(({ available }) => available > 0).length < 2) continue;
    const unspent = limits.reduce((sum, { available, locked }) => sum + Number(available + locked), 0);
    return { row, unspent, employeeId: employee.id };
  }
  throw new Error('The seeds have no such merchant.');
}

async function approve(row: Merchant): Promise<string> {
  const { id } = await approvalOf(row.id);
  await done('approval/approve', { id }, checker);
  return id;
}

const finished = (approvalId: string) =>
  eventually(async () => {
    const found = await api.deps.database.prisma.merchantMove.findFirstOrThrow({ where: { approvalId } });
    expect(found.finishedAt).not.toBeNull();
    return found;
  });
const jobEnded = (id: string) =>
  eventually(async () => {
    const job = await api.deps.database.prisma.job.findFirstOrThrow({ where: { id } });
    expect(job.finishedAt).not.toBeNull();
    return job;
  });

/** A move whose job waits for one limit, which somebody else has locked until `act` is over. */
async function midway(
  companyId: string,
  { row, employeeId }: { row: Merchant; employeeId: string },
  act: (jobId: string) => Promise<unknown>,
): Promise<string> {
  expect((await move(row, companyId)).code).toBe(200);
  await owner.query('BEGIN');
  let approvalId = '';
  try {
    await owner.query('SELECT FROM limit_accounts WHERE employee_id = $1 FOR UPDATE', [employeeId]);
    approvalId = await approve(row);
    const { jobId } = await api.deps.database.prisma.merchantMove.findFirstOrThrow({ where: { approvalId } });
    await act(jobId);
  } finally {
    await owner.query('COMMIT');
  }
  return approvalId;
}

describe('an approved move of a merchant with live limits', () => {
  it('recovers what is unspent, frozen or not, to the old fund and issues it from the new one; ends and what is frozen stay', async () => {
    const { row, unspent, employeeId } = await withLimits();
    const target = await company(unspent);
    const [oldFund, oldReserve] = [await fund(row.companyId), await fund(row.companyId, 'RESERVE')];
    const end = new Date(Date.now() + 86_400_000);
    await api.deps.database.prisma.limitAccount.updateMany({
      where: { employeeId },
      data: { expiresAt: end },
    });
    const before = await limitsOf(row.id);
    expect((await move(row, target)).code).toBe(200);
    expect((await present(row.id)).companyId).toBe(row.companyId);
    const approval = await approvalOf(row.id);
    const { name } = await api.deps.database.prisma.company.findFirstOrThrow({
      where: { id: row.companyId as string },
    });
    expect(approval).toMatchObject({
      amount: unspent,
      changes: [{ field: 'companyId', before: name, after: expect.stringContaining('新公司') }],
    });
    const approvalId = await approve(row);
    expect((await present(row.id)).companyId).toBe(target);
    const moved = await finished(approvalId);
    expect(moved).toMatchObject({
      people: before.length,
      movedPeople: before.length,
      movedAmount: BigInt(unspent),
      fromCompanyId: row.companyId,
      toCompanyId: target,
    });
    expect(await jobEnded(moved.jobId)).toMatchObject({
      state: 'SUCCEEDED',
      done: before.length,
      total: before.length,
    });

    expect([await fund(row.companyId), await fund(row.companyId, 'RESERVE')]).toEqual([
      oldFund + unspent,
      oldReserve - unspent,
    ]);
    expect([await fund(target), await fund(target, 'RESERVE')]).toEqual([0, unspent]);
    const kept = ({ available, locked, used, expiresAt }: (typeof before)[number]) => ({
      available,
      locked,
      used,
      expiresAt,
    });
    const after = await limitsOf(row.id);
    expect(after.map(kept)).toEqual(before.map(kept));
    expect(new Set(after.map(({ companyId }) => companyId))).toEqual(new Set([target]));
    expect(await limitOf(employeeId)).toMatchObject({ locked: 1_234n, expiresAt: end });
    const { available, adjustSeq } = await limitOf(employeeId);
    const links = await api.deps.database.prisma.limitAdjustment.findMany({
      where: { employeeId, seq: { gt: adjustSeq - 4 } },
      orderBy: { seq: 'asc' },
    });
    const whole = available + 1_234n;
    expect(links.map(({ type, delta, source }) => [type, delta, source])).toEqual([
      ['UNFREEZE', 1_234n, 'SYSTEM'],
      ['RECOVER', -whole, 'SYSTEM'],
      ['INCREASE', whole, 'SYSTEM'],
      ['FREEZE', -1_234n, 'SYSTEM'],
    ]);
    const hold = await api.deps.database.prisma.fundHold.findFirstOrThrow({
      where: { sourceId: approvalId },
    });
    expect(hold).toMatchObject({
      state: 'USED',
      amount: BigInt(unspent),
      used: BigInt(unspent),
      sourceNo: row.merchantNo,
    });
    expect((await done('merchant/getMerchant', { id: row.id })).move).toBeNull();
    await expectInvariants(api);
  });

  it('issues each lot anew with its end, what is frozen of it too; a lot that is over is not, and a refund of the old one is the old fund’s', async () => {
    const { row, employeeId } = await withLimits();
    const day = (days: number) => shanghaiDay(new Date(Date.now() + days * 86_400_000));
    const [soon, never, over] = await issueLots(api, employeeId, [
      { amount: 1_000, lastDay: day(5) },
      { amount: 2_000 },
      { amount: 700, lastDay: day(-1) },
    ]);
    const { id: paid } = await done('dev/pay', { employeeId, amount: 300 });
    const { available, lotAvailable } = await limitOf(employeeId);
    const general = available - lotAvailable;
    await done('limit/adjustLimit', {
      employeeId,
      type: 'FREEZE',
      amount: Number(general) + 500,
      reason: '核查',
    });
    const before = await limitsOf(row.id);
    const unspent = before.reduce((sum, one) => sum + Number(one.available + one.locked), 0);
    const target = await company(unspent);
    const oldFund = await fund(row.companyId);
    expect((await move(row, target)).code).toBe(200);
    const { movedAmount } = await finished(await approve(row));
    expect(movedAmount).toBe(BigInt(unspent - 700));
    expect([await fund(row.companyId), await fund(target), await fund(target, 'RESERVE')]).toEqual([
      oldFund + unspent,
      700,
      unspent - 700,
    ]);
    const { prisma } = api.deps.database;
    const lots = await prisma.limitLot.findMany({
      where: { account: { employeeId } },
      orderBy: { id: 'asc' },
    });
    const shown = (some: typeof lots) =>
      some.map((lot) => [
        ...[lot.available, lot.locked, lot.used, lot.recovered].map(Number),
        lot.endReason,
        lot.expiresAt?.getTime() ?? null,
      ]);
    const old = lots.filter(({ id }) => [soon, never, over].includes(id));
    const end = (days: number) => startOfDay(day(days + 1)).getTime();
    expect(shown(old)).toEqual([
      [0, 0, 300, 700, 'MOVED', end(5)],
      [0, 0, 0, 2_000, 'MOVED', null],
      [0, 0, 0, 700, 'EXPIRED', end(-1)],
    ]);
    const anew = lots.filter(({ id }) => ![soon, never, over].includes(id));
    expect(shown(anew)).toEqual([
      [700, 0, 0, 0, null, end(5)],
      [1_500, 500, 0, 0, null, null],
    ]);
    expect(anew.map(({ batchId }) => batchId)).toEqual(old.slice(0, 2).map(({ batchId }) => batchId));
    expect(await limitOf(employeeId)).toMatchObject({
      lotAvailable: 2_200n,
      lotLocked: 500n,
      companyId: target,
    });
    await done('consumption/refundConsumption', { id: paid, amount: 100, reason: '退' });
    expect(await fund(row.companyId)).toBe(oldFund + unspent + 100);
    const refunded = await prisma.limitLot.findFirstOrThrow({ where: { id: soon as string } });
    expect(refunded).toMatchObject({ used: 200n, recovered: 800n });
    await expectInvariants(api);
  });

  it('gives later refunds of earlier payments to the fund that paid, and those of later ones to the limit', async () => {
    const { row, unspent, employeeId } = await withLimits();
    const target = await company(unspent);
    const pay = () => done('dev/pay', { employeeId, amount: 1_000 });
    const earlier = await pay();
    expect((await move(row, target)).code).toBe(200);
    await finished(await approve(row));
    const later = await pay();
    const [oldFund, { available }] = [await fund(row.companyId), await limitOf(employeeId)];
    const refund = (id: string) => done('consumption/refundConsumption', { id, amount: 400, reason: '退' });
    await refund(earlier.id);
    expect([await fund(row.companyId), (await limitOf(employeeId)).available]).toEqual([
      oldFund + 400,
      available,
    ]);
    await refund(later.id);
    expect([await fund(row.companyId), (await limitOf(employeeId)).available]).toEqual([
      oldFund + 400,
      available + 400n,
    ]);
    await expectInvariants(api);
  });

  it('is shown while it goes on; what would add to the limits, move it again or close it is refused, what takes from them goes on', async () => {
    const found = await withLimits();
    const { row, unspent, employeeId } = found;
    const target = await company(unspent + 1_000_000);
    const other = await api.deps.database.prisma.employee.findFirstOrThrow({
      where: {
        merchantId: row.id,
        state: 'ACTIVE',
        id: { not: employeeId },
        limitAccount: { available: { gte: 2_000 } },
      },
    });
    const { id: paid } = await done('dev/pay', { employeeId: other.id, amount: 1_000 });
    const oldFund = await fund(row.companyId);
    const busy = { code: 406, msg: '商户正在变更所属公司，员工额度迁移完成后再试' };
    const admin = await api.signIn('13800000001');
    let paying: Promise<unknown> = Promise.resolve();
    const approvalId = await midway(target, found, async (jobId) => {
      const adjust = (type: string) =>
        call('limit/adjustLimit', { employeeId: other.id, type, amount: 300, reason: 't' });
      const { move: shown, company: now } = await done('merchant/getMerchant', { id: row.id });
      expect(now.id).toBe(target);
      expect(shown).toMatchObject({ movedPeople: 0, people: (await limitsOf(row.id)).length });
      expect(await adjust('INCREASE')).toMatchObject(busy);
      const live = await present(row.id);
      expect(await move(live, row.companyId)).toMatchObject(busy);
      await done('merchant/disableMerchant', { ids: [row.id], reason: 't' });
      expect(
        (await call('merchant/closeMerchant', { id: row.id, version: live.version + 1, reason: 't' })).code,
      ).toBe(406);
      await done('merchant/enableMerchant', { ids: [row.id], reason: 't' });
      const desk = await openBatchDesk(api, row.id);
      const [head, ...lines] = await desk.sheet();
      const line = lines.find((cells) => cells[3] === '已激活') as string[];
      const { body } = await desk.upload([head as string[], line.with(7, (Number(line[7]) + 10).toFixed(2))]);
      const batch = await desk.settled(body.result.batchId);
      expect(
        await call('billChange/confirmBatch', { id: batch.id, version: batch.version }, desk.maker),
      ).toMatchObject(busy);
      expect(await call('job/cancelJob', { id: jobId }, checker)).toMatchObject({
        code: 406,
        msg: '该任务不能取消',
      });

      // What takes from a limit leaves the new fund with less to pay; a refund goes to whoever paid.
      expect((await adjust('DECREASE')).code).toBe(200);
      await done('consumption/refundConsumption', { id: paid, amount: 400, reason: '退' });
      await done('dev/pay', { employeeId: other.id, amount: 500 }, admin);
      expect(await fund(row.companyId)).toBe(oldFund + 300 + 400);
      // A payment from the limit that is locked waits, and is paid by whichever company has it then.
      paying = done('dev/pay', { employeeId, amount: 700 }, admin);
    });
    await paying;
    const { movedAmount } = await finished(approvalId);
    const hold = await api.deps.database.prisma.fundHold.findFirstOrThrow({
      where: { sourceId: approvalId },
    });
    expect(hold).toMatchObject({ state: 'RELEASED', used: movedAmount });
    expect(Number(hold.amount - hold.used)).toBeGreaterThanOrEqual(800);
    const account = await api.deps.database.prisma.fundAccount.findFirstOrThrow({
      where: { companyId: target, kind: 'ENTERPRISE' },
    });
    expect(account).toMatchObject({ frozen: 0n, balance: BigInt(unspent + 1_000_000) - movedAmount });
    await expectInvariants(api);
  });

  it('stays half done for no longer than the new fund falls short of it, in words, and goes on by itself', async () => {
    const found = await withLimits();
    const { row, unspent, employeeId } = found;
    const target = await company(unspent);
    let jobId = '';
    // An increase that began before the move and commits after it.
    const approvalId = await midway(target, found, async (id) => {
      jobId = id;
      await owner.query(
        `WITH given AS (UPDATE limit_accounts SET total = total + 100, available = available + 100, adjust_seq = adjust_seq + 1
           WHERE employee_id = $1 RETURNING *)
         INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason)
         SELECT tenant_id, merchant_id, employee_id, id, company_id, adjust_seq, 'INCREASE', 'SYSTEM', available + used - 100, 100, available + used, 't'
         FROM given`,
        [employeeId],
      );
      const pairId = randomUUID();
      const from = row.companyId as string;
      await flow(from, 'ENTERPRISE', { kind: 'LIMIT_ISSUE', delta: -100, pairId });
      await flow(from, 'RESERVE', { kind: 'LIMIT_ISSUE', delta: 100, pairId });
    });
    await postMissing(api, 'limitAdjustment');
    expect(await jobEnded(jobId)).toMatchObject({
      state: 'FAILED',
      message: { zh: '企业资金余额不足' },
    });
    await expectInvariants(api);
    await topUp(target, 100);
    await api.deps.jobs.tick();
    expect(await finished(approvalId)).toMatchObject({ movedAmount: BigInt(unspent + 100) });
    expect([await fund(target), await fund(target, 'RESERVE')]).toEqual([0, unspent + 100]);
    await expectInvariants(api);
  });

  it('where the new fund is one fen short it is refused in words when it is handed in and when it is approved, ∅', async () => {
    const { row, unspent } = await withLimits();
    const target = await company(unspent - 1);
    const short = { code: 406, msg: expect.stringContaining('新公司企业资金余额不足') };
    expect(await move(row, target)).toMatchObject(short);
    expect(await approvalOf(row.id)).toBeNull();
    await topUp(target, 1);
    expect((await move(row, target)).code).toBe(200);
    const kept = await present(row.id);
    // Past the books, which hold no negative amounts.
    await flow(target, 'ENTERPRISE', { kind: 'TOP_UP', delta: -1 });
    const { id } = await approvalOf(row.id);
    const oldFund = await fund(row.companyId);
    expect(await call('approval/approve', { id }, checker)).toMatchObject(short);
    expect(await present(row.id)).toEqual(kept);
    expect([await fund(row.companyId), await fund(target)]).toEqual([oldFund, unspent - 1]);
    expect((await approvalOf(row.id)).state).toBe('PENDING');
    expect(await api.deps.database.prisma.merchantMove.count({ where: { approvalId: id } })).toBe(0);
    await expectInvariants(api, ['controlledAccountsMirror']);
  });

  it('waits for a batch of the merchant that is at work', async () => {
    const { row, unspent } = await withLimits();
    const target = await company(unspent + 10_000);
    expect((await move(row, target)).code).toBe(200);
    const { id } = await approvalOf(row.id);
    const batches = api.deps.database.prisma.limitBatch;
    const batch = await batches.findFirstOrThrow({ where: { merchantId: row.id } }).catch(async () => {
      const desk = await openBatchDesk(api, row.id);
      const { body } = await desk.upload(await desk.sheet());
      return desk.settled(body.result.batchId);
    });
    const inState = async (state: string) => {
      await owner.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
      await owner.query('UPDATE limit_batches SET state = $2 WHERE id = $1', [batch.id, state]);
      await owner.query('COMMIT');
    };
    await inState('RUNNING');
    expect((await call('approval/approve', { id }, checker)).msg).toContain('尚未完成');
    await inState(batch.state);
    await done('approval/approve', { id }, checker);
    await finished(id);
  });

  it('asks for ceilings of maker and checker that hold what is unspent', async () => {
    const { row, unspent, employeeId } = await withLimits();
    const target = await company(unspent);
    const low = async (name: string) =>
      (await operator(api, name, { permissions, amountCeiling: unspent - 1 })).token;
    expect((await move(row, target, await low('低额经办'))).msg).toContain('权限上限');
    expect(await approvalOf(row.id)).toBeNull();
    await move(row, target);
    const { id } = await approvalOf(row.id);
    expect((await call('approval/approve', { id }, await low('低额复核'))).msg).toContain('权限上限');
    expect((await present(row.id)).companyId).toBe(row.companyId);

    // What has been issued since it was handed in counts as well.
    await topUp(target, 100);
    const exact = (await operator(api, '足额复核', { permissions, amountCeiling: unspent })).token;
    await done('limit/adjustLimit', { employeeId, type: 'INCREASE', amount: 100, reason: '补发' });
    expect((await call('approval/approve', { id }, exact)).msg).toContain('权限上限');
    expect((await present(row.id)).companyId).toBe(row.companyId);
    await done('approval/approve', { id }, checker);
    await finished(id);
  });

  it('takes what waits and what was decided along: who sees the new company decides, who sees the old one alone sees none of it', async () => {
    const { row, unspent, employeeId } = await withLimits();
    const target = await company(unspent + 2_000_000);
    await setThreshold(api, 'limitAdjustment', { amount: 0 });
    const of = async (name: string, companyId: string | null) =>
      (await operator(api, name, { permissions, dataScope: 'COMPANY_TREE', companyId: companyId as string }))
        .token;
    const [old, next] = [await of('原公司复核', row.companyId), await of('新公司复核', target)];
    const ask = async () => {
      const input = { employeeId, type: 'INCREASE', amount: 600_000, reason: '补发' };
      return (await done('limit/adjustLimit', input)).approvalId as string;
    };
    const [decided, waits] = [await ask(), await ask()];
    await done('approval/reject', { id: decided, reason: '重复' }, old);
    const seenBy = async (token: string) => {
      const { list } = (await call('approval/queryApproval', { pageSize: 200 }, token)).result;
      return list.map(({ id }: { id: string }) => id).filter((id: string) => [decided, waits].includes(id));
    };
    const todo = async (token: string) => (await call('approval/todoCount', {}, token)).result.total;
    const mayDecide = async () =>
      (await call('approval/getApproval', { id: waits })).result.mayDecide.map(
        ({ name }: { name: string }) => name,
      );
    expect([await seenBy(old), await seenBy(next)]).toEqual([[waits, decided], []]);
    expect(await mayDecide()).toContain('原公司复核');
    const [oldTodos, nextTodos] = [await todo(old), await todo(next)];

    await move(row, target);
    await finished(await approve(row));
    expect([await seenBy(old), await seenBy(next)]).toEqual([[], [waits, decided]]);
    expect([await todo(old), await todo(next)]).toEqual([oldTodos - 1, nextTodos + 1]);
    expect(await mayDecide()).toContain('新公司复核');
    expect(await mayDecide()).not.toContain('原公司复核');
    expect((await call('approval/approve', { id: waits }, old)).msg).toBe('记录不存在');
    const balance = await fund(target);
    await done('approval/approve', { id: waits }, next);
    expect(await fund(target)).toBe(balance - 600_000);
    await setThreshold(api, 'limitAdjustment', plenty);
    await expectInvariants(api, ['controlledAccountsMirror']);
  });

  it('is the only way to another company, once, whoever writes', async () => {
    const { row } = await withLimits();
    const { prisma } = api.deps.database;
    await expect(
      prisma.merchant.updateMany({ where: { id: row.id }, data: { companyId: null } }),
    ).rejects.toThrow(/approved/);
    const ended = await prisma.merchantMove.findFirstOrThrow({ where: { finishedAt: { not: null } } });
    const { approvalId } = ended;
    await expect(
      prisma.merchantMove.updateMany({ where: { approvalId }, data: { finishedAt: null } }),
    ).rejects.toThrow(/refuse_other_move/);
    await expect(prisma.merchantMove.deleteMany({ where: { approvalId } })).rejects.toThrow(
      /permission denied/,
    );
  });
});

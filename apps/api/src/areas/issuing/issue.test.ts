import { tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { barePolicy } from '../../../../../tests/support/bare-policy.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { type IssueDesk, openIssueDesk } from '../../../../../tests/support/issue-desk.ts';
import { restrictedOperator } from '../../../../../tests/support/restricted-operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { waitingForLock } from '../../../../../tests/support/waiting-for-lock.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { companyBehind, fundFree, lockAccounts } from '../../platform/fund/fund.ts';
import { holdFund, releaseHold } from '../../platform/fund/fund-hold.ts';
import { runJob } from '../../platform/jobs/run-job.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { closeDays } from '../fund/close-days.ts';
import { startDueIssues } from './start-issue.ts';

let api: TestApi;
let checker: string;
let admin: string;
let desk: IssueDesk;
const tenant = tenantId('A');

beforeAll(async () => {
  api = await startTestApi();
  desk = await openIssueDesk(api);
  checker = await api.signIn('13800000003');
  admin = await api.signIn('13800000001');
  await setThreshold(api, 'limitIssue', plenty);
  await setThreshold(api, 'limitIssueVoid', plenty);
});
afterAll(() => api.close());
afterEach(() => expectInvariants(api));

let daysOn = 0;
/** The business clock alone goes on: who is signed in stays so. */
const nextDay = () => api.clock.setBusinessOffset(++daysOn * 24 * 60 * 60 * 1000);
const today = () => shanghaiDay(api.clock.businessNow());
const one = (n = 0) => ({ target: { by: 'EMPLOYEE', ids: [desk.people[n]?.id] } });
const owner = () => companyBehind(api.deps.database.pool, tenant, desk.merchantId);
const free = async () => fundFree(api.deps.database.pool, await owner());
/** The same, but for the fees that the nightly close takes of it, whenever it comes after the clock has gone on. */
async function freeBeforeFees() {
  const { companyId } = await owner();
  const { left } = await rowOf<{ left: number }>(
    api.deps.database.pool,
    sql`SELECT (a.balance - a.frozen - coalesce((SELECT sum(f.delta) FROM fund_flows f
          WHERE f.tenant_id = a.tenant_id AND f.account_id = a.id AND f.kind = 'FEE'), 0))::float8 AS left
        FROM fund_accounts a
        WHERE a.tenant_id = ${tenant}::uuid AND a.company_id = ${companyId}::uuid AND a.kind = 'ENTERPRISE'`,
  );
  return left;
}
const lotsOf = (batchId: string) =>
  api.deps.database.prisma.limitLot.findMany({
    where: { tenantId: tenant, batchId },
    orderBy: { rowNo: 'asc' },
  });
const accountOf = (n: number) =>
  api.deps.database.prisma.limitAccount.findFirstOrThrow({
    where: { employeeId: desk.people[n]?.id as string },
  });
/** A batch that was issued. */
async function issued(more: object = {}) {
  const { id } = await desk.draft(more);
  expect((await desk.step('submitIssue', id)).body.msg).toBe('');
  return desk.reached(id, 'DONE', 'PARTLY_DONE', 'FAILED');
}
const approvalOf = async (id: string) =>
  (await api.call('approval/queryTodo', { pageSize: 200 }, checker)).body.result.list.find(
    ({ subjectId }: { subjectId: string }) => subjectId === id,
  );
const decide = async (action: string, id: string, token = checker) =>
  (await api.call(`approval/${action}`, { id: (await approvalOf(id)).id, reason: '核对' }, token)).body;

describe('a draft that is submitted', () => {
  test('gives each of its people a lot that ends after its last day, and takes their sum from the fund', async () => {
    const before = await freeBeforeFees();
    const lastDay = dayBefore(today(), -30);
    const batch = await issued({ lastDay });
    const good = desk.people.length;
    const failed = batch.total - good;
    expect(batch).toMatchObject({
      ...{
        state: failed ? 'PARTLY_DONE' : 'DONE',
        done: good,
        failed,
        doneAmount: good * 6_000,
        heldAmount: 0,
      },
      ...{ takenBackAmount: 0, lastDay },
    });
    expect(before - (await freeBeforeFees())).toBe(good * 6_000);
    const lots = await lotsOf(batch.id);
    expect(lots).toHaveLength(good);
    const ends = new Date(`${dayBefore(lastDay, -1)}T00:00:00+08:00`);
    expect(lots.every((lot) => lot.available === 6_000n && lot.expiresAt?.getTime() === ends.getTime())).toBe(
      true,
    );
    const flows = await api.deps.database.prisma.fundFlow.findMany({
      where: { sourceId: batch.id, account: { kind: 'ENTERPRISE' } },
    });
    expect(flows.map(({ kind, delta, remark }) => [kind, Number(delta), remark])).toEqual([
      ['LIMIT_ISSUE', -good * 6_000, batch.batchNo],
    ]);
  });

  test('is answered once: submitted twice at the same time one of them hears that it was handled', async () => {
    const { id, version } = await desk.draft(one());
    const both = await Promise.all(
      [1, 2].map(() => api.call('creditLimit/submitIssue', { id, version }, desk.maker)),
    );
    expect(both.map(({ body }) => body.code).sort()).toEqual([200, 406]);
    await desk.reached(id, 'DONE');
    expect(await lotsOf(id)).toHaveLength(1);
  });

  test('waits for its day with its sum held, and is issued once when that has come, by however many replicas', async () => {
    const before = await freeBeforeFees();
    const { id } = await desk.draft({ ...one(1), effectiveOn: dayBefore(today(), -1) });
    expect((await desk.step('submitIssue', id)).body.result).toMatchObject({
      state: 'SCHEDULED',
      heldAmount: 6_000,
    });
    expect(before - (await freeBeforeFees())).toBe(6_000);
    await startDueIssues(api.deps);
    expect((await desk.get(id)).result.state).toBe('SCHEDULED');
    nextDay();
    await Promise.all([startDueIssues(api.deps), startDueIssues(api.deps), startDueIssues(api.deps)]);
    const batch = await desk.reached(id, 'DONE');
    expect(batch).toMatchObject({ done: 1, heldAmount: 0 });
    expect(before - (await freeBeforeFees())).toBe(6_000);
    const { createdBy, createdById } = await api.deps.database.prisma.limitAdjustment.findFirstOrThrow({
      where: { batchId: id },
    });
    const { userId, userName } = await api.deps.sessions.authenticate(desk.maker);
    expect({ createdBy, createdById }).toEqual({ createdBy: userName, createdById: userId });
  });

  test('is refused once its last day is over', async () => {
    const { id } = await desk.draft({ ...one(), lastDay: today() });
    nextDay();
    expect((await desk.step('submitIssue', id)).body.msg).toBe('失效日已过，不能发放');
  });
});

test('example 6: of two batches the fund covers one; who leaves before it is issued gets nothing, and what was held for them is free', async () => {
  const { pool, prisma } = api.deps.database;
  const owner = await companyBehind(pool, tenant, desk.merchantId);
  await pool.query(
    `WITH made AS (INSERT INTO employees (tenant_id, merchant_id, employee_no, name, mobile, state, hired_on, labels)
       SELECT $1, $2, 'E6-' || lpad(i::text, 3, '0'), '例六' || i, '1377' || lpad(i::text, 7, '0'), 'ACTIVE', '2026-01-01', '{例六}'
       FROM generate_series(1, 100) i RETURNING id)
     INSERT INTO limit_accounts (tenant_id, merchant_id, employee_id, company_id) SELECT $1, $2, id, $3 FROM made`,
    [tenant, desk.merchantId, owner.companyId],
  );
  const held = {
    tenantId: tenant,
    source: { type: 'example', id: crypto.randomUUID() },
    now: api.clock.businessNow(),
  };
  const rest = (await free()) - 1_000_000;
  await inTransaction(api.deps.database, async (tx) => {
    const [account] = (await lockAccounts(tx, [{ ...owner, kind: 'ENTERPRISE' }])).values();
    await holdFund(tx, held, { accountId: account?.id as string, amount: rest, sourceNo: 'E6', by: '测试' });
  });
  const before = await freeBeforeFees();
  const target = { target: { by: 'LABEL', values: ['例六'] } };
  const a = await desk.draft({ ...target, effectiveOn: dayBefore(today(), -1) });
  const b = await desk.draft({ ...target, amount: { by: 'SAME', amount: 5_000 } });
  expect([a.amount, b.amount]).toEqual([600_000, 500_000]);
  expect((await desk.step('submitIssue', a.id)).body.code).toBe(200);
  expect((await desk.step('submitIssue', b.id)).body).toMatchObject({
    code: 406,
    msg: '企业资金余额不足，可用 4000.00 元，需要 5000.00 元',
  });
  const leavers = await prisma.employee.findMany({
    where: { employeeNo: { in: ['E6-001', 'E6-050', 'E6-100'] } },
  });
  const ids = leavers.map(({ id }) => id);
  expect((await api.call('employee/leaveEmployee', { ids, reason: '离职' }, admin)).body.msg).toBe('');
  nextDay();
  await startDueIssues(api.deps);
  expect(await desk.reached(a.id, 'DONE', 'PARTLY_DONE')).toMatchObject({
    done: 97,
    failed: 3,
    heldAmount: 0,
  });
  expect((await desk.rowsOf(a.id, { state: ['FAILED'] })).map(({ message }) => message)).toEqual(
    Array(3).fill('员工已离职'),
  );
  expect(before - (await freeBeforeFees())).toBe(1_000_000 - 418_000);
  await inTransaction(api.deps.database, (tx) => releaseHold(tx, held));
});

test('what is free covers a batch of exactly as much', async () => {
  const { database } = api.deps;
  const owner = await companyBehind(database.pool, tenant, desk.merchantId);
  const held = {
    tenantId: tenant,
    source: { type: 'example', id: crypto.randomUUID() },
    now: api.clock.businessNow(),
  };
  // The night's fees are taken before it is counted.
  await closeDays(api.deps);
  const rest = (await free()) - 6_000;
  await inTransaction(database, async (tx) => {
    const [account] = (await lockAccounts(tx, [{ ...owner, kind: 'ENTERPRISE' }])).values();
    await holdFund(tx, held, { accountId: account?.id as string, amount: rest, sourceNo: 'ALL', by: '测试' });
  });
  expect(await issued(one())).toMatchObject({ state: 'DONE', doneAmount: 6_000 });
  expect(await free()).toBe(0);
  await inTransaction(database, (tx) => releaseHold(tx, held));
});

test('whose rows failed the check do not count towards the threshold of people', async () => {
  const ids = desk.people.slice(5, 7).map(({ id }) => id);
  const move = (state: 'FROZEN' | 'ACTIVE') =>
    api.deps.database.prisma.employee.updateMany({ where: { id: ids[1] as string }, data: { state } });
  await move('FROZEN');
  const { id, failed } = await desk.draft({ target: { by: 'EMPLOYEE', ids } });
  await move('ACTIVE');
  expect(failed).toBe(1);
  await setThreshold(api, 'limitIssue', { ...plenty, count: 1, dayCount: 1_000 });
  expect((await desk.step('submitIssue', id)).body.result).toMatchObject({ approvalId: null });
  await setThreshold(api, 'limitIssue', plenty);
  await desk.reached(id, 'PARTLY_DONE');
});

describe('over the threshold', () => {
  beforeAll(() => setThreshold(api, 'limitIssue', { amount: 5_000 }));
  afterAll(() => setThreshold(api, 'limitIssue', plenty));

  test('it waits with its sum held, and is issued when somebody else has approved it', async () => {
    const before = await freeBeforeFees();
    const { id } = await desk.draft(one());
    expect((await desk.get(id)).result).toMatchObject({ needsApproval: true });
    const { body } = await desk.step('submitIssue', id);
    expect(body.result).toMatchObject({
      state: 'SUBMITTED',
      approvalId: expect.any(String),
      heldAmount: 6_000,
    });
    expect(before - (await freeBeforeFees())).toBe(6_000);
    expect((await decide('approve', id, desk.maker)).msg).toContain('经办人不能');
    expect((await decide('approve', id)).msg).toBe('');
    expect(await desk.reached(id, 'DONE')).toMatchObject({ done: 1, heldAmount: 0 });
  });

  test.each([
    ['reject', 'REJECTED', () => checker],
    ['withdraw', 'DRAFT', () => desk.maker],
  ])('%s gives back what was held', async (action, state, by) => {
    const before = await freeBeforeFees();
    const { id } = await desk.draft(one());
    await desk.step('submitIssue', id);
    expect((await decide(action, id, by())).msg).toBe('');
    expect((await desk.get(id)).result).toMatchObject({ state, heldAmount: 0 });
    expect(await freeBeforeFees()).toBe(before);
  });

  test('of two who decide at once one is heard', async () => {
    const { id } = await desk.draft(one());
    await desk.step('submitIssue', id);
    const approval = { id: (await approvalOf(id)).id };
    const both = await Promise.all(
      [checker, admin].map((token) => api.call('approval/approve', approval, token)),
    );
    expect(both.map(({ body }) => body.code).sort()).toEqual([200, 406]);
    await desk.reached(id, 'DONE');
    expect(await lotsOf(id)).toHaveLength(1);
  });

  test('the database issues none that nobody approved, and no other sum than was checked', async () => {
    const { id } = await desk.draft(one());
    const write = (what: string) =>
      api.deps.database.pool.query(`UPDATE issue_batches SET ${what} WHERE tenant_id = $1 AND id = $2`, [
        tenant,
        id,
      ]);
    await expect(write(`state = 'SCHEDULED'`)).rejects.toThrow(/refuse_unapproved_money/);
    await expect(write('amount = 1')).rejects.toThrow(/refuse_other_sum/);
    await expect(write(`state = 'VOIDING'`)).rejects.toThrow(/refuse_undo_without_act/);
  });
});

describe('rows that failed when they were issued', () => {
  test('are issued by another try, those that failed the check are not', async () => {
    const [person] = desk.people;
    const frozen = await api.deps.database.prisma.employee.findFirst({
      where: { tenantId: tenant, merchantId: desk.merchantId, state: 'FROZEN' },
    });
    const ids = [person?.id, ...(frozen ? [frozen.id] : [])];
    const { id, failed } = await desk.draft({
      target: { by: 'EMPLOYEE', ids },
      effectiveOn: dayBefore(today(), -1),
    });
    await desk.step('submitIssue', id);
    const freeze = async (action: string) => {
      const { body } = await api.call(`employee/${action}`, { ids: [person?.id], reason: '核对' }, admin);
      expect(body.msg).toBe('');
    };
    await freeze('freezeEmployee');
    nextDay();
    await startDueIssues(api.deps);
    expect(await desk.reached(id, 'FAILED')).toMatchObject({ done: 0, failed: failed + 1, heldAmount: 0 });
    expect((await desk.rowsOf(id))[0]?.message).toBe('员工已冻结');
    await freeze('unfreezeEmployee');
    const held = await restrictedOperator(api, ['creditlimit.view', 'creditlimit.issue']);
    expect((await desk.step('retryIssue', id, {}, held)).body.msg).toBe('操作受限，请联系合规');
    expect((await desk.step('retryIssue', id)).body.result).toMatchObject({ heldAmount: 6_000 });
    expect(await desk.reached(id, 'DONE', 'PARTLY_DONE')).toMatchObject({ done: 1, failed, heldAmount: 0 });
    if (failed > 0) expect((await desk.step('retryIssue', id)).body.msg).toContain('没有可重试的行');
  });
});

describe('a batch that was issued', () => {
  test('example 7: gives back what is unspent when it is voided; a refund after that goes to the fund', async () => {
    const { id: employeeId } = desk.people[2] as { id: string };
    const { body: cleared } = await api.call(
      'limit/adjustLimit',
      { employeeId, type: 'CLEAR', reason: '核对' },
      desk.maker,
    );
    expect(cleared.msg).toBe('');
    const batch = await issued({ ...one(2), amount: { by: 'SAME', amount: 10_000 } });
    const { total } = await accountOf(2);
    const payment = (await api.call('dev/pay', { employeeId, amount: 3_500 }, desk.maker)).body;
    expect(payment.msg).toBe('');
    const before = await freeBeforeFees();
    const { body } = await desk.step('voidIssue', batch.id, { reason: '发错' });
    expect(body.result).toMatchObject({ jobId: expect.any(String), approvalId: null });
    expect(await desk.reached(batch.id, 'VOIDED')).toMatchObject({ takenBackAmount: 6_500 });
    expect((await freeBeforeFees()) - before).toBe(6_500);
    expect(Number(total - (await accountOf(2)).total)).toBe(6_500);
    const given = { id: payment.result.id, amount: 1_000, reason: '退货' };
    expect((await api.call('consumption/refundConsumption', given, desk.maker)).body.msg).toBe('');
    expect((await freeBeforeFees()) - before).toBe(7_500);
    expect((await lotsOf(batch.id))[0]).toMatchObject({ used: 2_500n, recovered: 1_000n, voided: 6_500n });
    expect((await desk.step('voidIssue', batch.id, { reason: '发错' })).body.msg).toContain('已被处理');
  });

  test('is voided row by row where rows are named; a row that was not issued is refused', async () => {
    const ids = desk.people.slice(0, 3).map(({ id }) => id);
    const batch = await issued({ target: { by: 'EMPLOYEE', ids } });
    expect((await desk.step('voidIssue', batch.id, { reason: '发错', rowNos: [2, 99] })).body.msg).toBe(
      '有 1 行不是发放成功，不能作废',
    );
    expect((await desk.step('voidIssue', batch.id, { reason: '发错', rowNos: [2] })).body.msg).toBe('');
    expect(await desk.reached(batch.id, 'PARTLY_VOIDED')).toMatchObject({ takenBackAmount: 6_000 });
    expect((await desk.rowsOf(batch.id)).map(({ state }) => state)).toEqual(['DONE', 'VOIDED', 'DONE']);
  });

  test('waits for a checker over the threshold of voids, and keeps what it was until then', async () => {
    await setThreshold(api, 'limitIssueVoid', { amount: 1 });
    const batch = await issued(one(3));
    const hand = async () => (await desk.step('voidIssue', batch.id, { reason: '发错' })).body.result;
    expect(await hand()).toMatchObject({ jobId: null, approvalId: expect.any(String) });
    expect((await desk.get(batch.id)).result.state).toBe('SUBMITTED');
    expect((await desk.rowsOf(batch.id)).map(({ state }) => state)).toEqual(['TO_VOID']);
    expect((await decide('reject', batch.id)).msg).toBe('');
    expect((await desk.get(batch.id)).result.state).toBe('DONE');
    expect((await desk.rowsOf(batch.id)).map(({ state }) => state)).toEqual(['DONE']);
    await hand();
    expect((await decide('approve', batch.id)).msg).toBe('');
    expect(await desk.reached(batch.id, 'VOIDED')).toMatchObject({ takenBackAmount: 6_000 });
    await setThreshold(api, 'limitIssueVoid', plenty);
  });
});

test('a batch whose 制度 was put out of force is neither submitted nor approved', async () => {
  const { institutionId, move } = await barePolicy(api);
  const { id } = await desk.draft({ ...one(5), institutionId });
  await move('DISABLED');
  expect((await desk.step('submitIssue', id)).body.msg).toBe('制度未启用');
  await move('ENABLED');
  await setThreshold(api, 'limitIssue', { amount: 1 });
  expect((await desk.step('submitIssue', id)).body.result.state).toBe('SUBMITTED');
  await setThreshold(api, 'limitIssue', plenty);
  await move('DISABLED');
  expect((await decide('approve', id)).msg).toBe('制度未启用');
  expect((await desk.get(id)).result.state).toBe('SUBMITTED');
  await move('ENABLED');
  expect((await decide('approve', id)).msg).toBe('');
  await desk.reached(id, 'DONE');
  await move('DISABLED');
});

test('what was put down for a day on which its 制度 is out of force fails and says so, is a to-do, and is issued by another try', async () => {
  const { institutionId, move } = await barePolicy(api);
  const failedOnes = async () => {
    const { body } = await api.call('home/getHome', {}, desk.maker);
    const todos = body.result.todos as { kind: string; count: number }[];
    return todos.find(({ kind }) => kind === 'issueFailed')?.count ?? 0;
  };
  const before = await freeBeforeFees();
  const { id } = await desk.draft({ ...one(5), institutionId, effectiveOn: dayBefore(today(), -1) });
  expect((await desk.step('submitIssue', id)).body.result.state).toBe('SCHEDULED');
  await move('DISABLED');
  nextDay();
  const due = await failedOnes();
  await startDueIssues(api.deps);
  expect(await desk.reached(id, 'FAILED', 'DONE')).toMatchObject({ state: 'FAILED', done: 0, heldAmount: 0 });
  expect((await desk.rowsOf(id)).map(({ message }) => message)).toEqual(['制度未启用']);
  expect(await freeBeforeFees()).toBe(before);
  expect(await failedOnes()).toBe(due + 1);
  expect((await desk.step('retryIssue', id)).body.msg).toBe('制度未启用');
  await move('ENABLED');
  expect((await desk.step('retryIssue', id)).body.msg).toBe('');
  await desk.reached(id, 'DONE');
  expect(await failedOnes()).toBe(due);
  await move('DISABLED');
});

test('a job that is delivered to three workers, and again after its end, issues once', async () => {
  const before = await freeBeforeFees();
  const ids = desk.people.slice(0, 4).map(({ id }) => id);
  const { id } = await desk.draft({ target: { by: 'EMPLOYEE', ids } });
  const holder = await api.deps.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM limit_accounts WHERE id = $1 FOR UPDATE', [(await accountOf(0)).id]);
  await desk.step('submitIssue', id);
  const key = { tenantId: tenant, id: (await desk.get(id)).result.jobId as string };
  const deliver = () =>
    runJob({
      ...{ deps: api.deps, key, kindOf: api.deps.jobs.kind },
      queue: { send: () => Promise.reject(new Error('No tenant is suspended.')) },
      signal: new AbortController().signal,
    });
  await waitingForLock(api, 1);
  const others = [deliver(), deliver()];
  await waitingForLock(api, 3);
  await holder.query('ROLLBACK');
  holder.release();
  await Promise.all(others);
  const batch = await desk.reached(id, 'DONE');
  expect(batch).toMatchObject({ done: 4, failed: 0, doneAmount: 24_000, heldAmount: 0 });
  await deliver();
  expect((await desk.get(id)).result).toEqual(batch);
  const lots = await lotsOf(id);
  expect(new Set(lots.map(({ accountId }) => accountId)).size).toBe(4);
  expect(lots).toHaveLength(4);
  expect(before - (await freeBeforeFees())).toBe(24_000);
});

describe('a batch that is stopped', () => {
  /** Stopped while its job waits for one of its four people, and has lost its connection, so that none of them has anything yet. */
  async function stopped(more: object = {}) {
    const { pool } = api.deps.database;
    const ids = desk.people.slice(0, 4).map(({ id }) => id);
    const { id } = await desk.draft({ target: { by: 'EMPLOYEE', ids }, ...more });
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM limit_accounts WHERE id = $1 FOR UPDATE', [(await accountOf(0)).id]);
    await desk.step('submitIssue', id);
    const { jobId } = (await desk.get(id)).result;
    await waitingForLock(api, 1);
    const cancelled = api.call('job/cancelJob', { id: jobId }, desk.maker).then(({ body }) => body.msg);
    await waitingForLock(api, 2);
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%FOR UPDATE OF l%'`,
    );
    expect(await cancelled).toBe('');
    await holder.query('ROLLBACK');
    holder.release();
    return desk.reached(id, 'STOPPED', 'DONE');
  }

  test('keeps what it has left promised, and goes on when it is resumed', async () => {
    const before = await freeBeforeFees();
    const { id, state, heldAmount, done } = await stopped();
    expect({ state, heldAmount, done }).toEqual({ state: 'STOPPED', heldAmount: 24_000, done: 0 });
    expect(before - (await freeBeforeFees())).toBe(24_000);
    const held = await restrictedOperator(api, ['creditlimit.view', 'creditlimit.issue']);
    expect((await desk.step('resumeIssue', id, {}, held)).body.msg).toBe('操作受限，请联系合规');
    expect((await desk.step('resumeIssue', id)).body.msg).toBe('');
    expect(await desk.reached(id, 'DONE')).toMatchObject({ done: 4, heldAmount: 0, doneAmount: 24_000 });
    expect(await lotsOf(id)).toHaveLength(4);
  });

  test('gives back what it has left when it is resumed after its 制度 was put out of force, and says so', async () => {
    const { institutionId, move } = await barePolicy(api);
    const before = await freeBeforeFees();
    const { id } = await stopped({ institutionId });
    await move('DISABLED');
    expect((await desk.step('resumeIssue', id)).body.msg).toBe('');
    expect(await desk.reached(id, 'FAILED', 'DONE')).toMatchObject({
      ...{ state: 'FAILED', done: 0, failed: 4, heldAmount: 0 },
    });
    expect(await freeBeforeFees()).toBe(before);
    expect((await desk.rowsOf(id)).map(({ message }) => message)).toEqual(Array(4).fill('制度未启用'));
    expect((await desk.step('retryIssue', id)).body.msg).toBe('制度未启用');
  });

  test('gives back what it has left when it is voided', async () => {
    const before = await freeBeforeFees();
    const { id } = await stopped();
    expect((await desk.step('voidIssue', id, { reason: '不发了' })).body.msg).toBe('');
    expect(await desk.reached(id, 'VOIDED', 'PARTLY_VOIDED')).toMatchObject({
      state: 'VOIDED',
      heldAmount: 0,
    });
    expect(await freeBeforeFees()).toBe(before);
  });
});

test('voided while its people pay, each fen goes one way and no part falls below 0', async () => {
  const { id: employeeId } = desk.people[4] as { id: string };
  // Its lot is all that they have.
  await api.call('limit/adjustLimit', { employeeId, type: 'CLEAR', reason: '核对' }, desk.maker);
  const batch = await issued({ ...one(4), amount: { by: 'SAME', amount: 10_000 } });
  const before = await freeBeforeFees();
  const pay = () => api.call('dev/pay', { employeeId, amount: 900 }, desk.maker);
  const [voided, ...payments] = await Promise.all([
    desk.step('voidIssue', batch.id, { reason: '发错' }),
    ...Array.from({ length: 10 }, pay),
  ]);
  expect(voided.body.msg).toBe('');
  const { takenBackAmount } = await desk.reached(batch.id, 'VOIDED');
  const [lot] = await lotsOf(batch.id);
  expect(lot).toMatchObject({ available: 0n, voided: BigInt(takenBackAmount) });
  expect(Number(lot?.used) + takenBackAmount).toBe(10_000);
  const paid = payments.filter(({ body }) => body.code === 200);
  expect(Number(lot?.used)).toBe(900 * paid.length);
  for (const { body } of payments) expect([200, 406]).toContain(body.code);
  expect((await freeBeforeFees()) - before).toBe(takenBackAmount);
});

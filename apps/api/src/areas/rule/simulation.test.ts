import type { InstitutionDetail } from '@xyxlx/contracts/rule-institution';
import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvLines } from '../../../../../tests/support/csv-lines.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import {
  payerOfPolicies,
  policyForm,
  publishDraft,
  publishPolicy,
} from '../../../../../tests/support/policies.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import type { Session } from '../../core/session.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobWork } from '../../platform/jobs/job-kind.ts';
import { deleteOldSimulations } from './delete-old-simulations.ts';
import { simulationJob } from './simulation-job.ts';

const permissions = ['rule.view', 'rule.edit', 'consumption.view', 'consumption.export'];
/** Days of which the seeds have nothing. */
const day = '2027-03-05';
const capped = [{ conditions: [{ factor: 'PER_DAY', operator: 'LE', value: 5_000 }] }];

let api: TestApi;
let maker: { token: string; session: Session };
let checker: string;
let employee: { employeeId: string; merchantId: string; tenantId: string };
let draft: InstitutionDetail;

beforeAll(async () => {
  api = await startTestApi();
  maker = await operator(api, '规则经办', { permissions });
  checker = await api.signIn('13800000003');
  employee = await payerOfPolicies(api);
  for (const time of ['11:30', '12:00', '12:30']) {
    api.clock.setBusinessOffset(Date.parse(`${day}T${time}:00+08:00`) - api.clock.now().getTime());
    const paid = await send('dev/pay', { employeeId: employee.employeeId, amount: 3_000 });
    expect(paid).toMatchObject({ code: 200 });
  }
  // It begins on a day that is still to come.
  draft = (
    await send(
      'rule/addInstitution',
      policyForm(employee.employeeId, { validFrom: '2027-04-01', rules: capped }),
    )
  ).result;
});
afterAll(() => api.close());

const send = async (path: string, input: object, token = maker.token) =>
  (await api.call(path, input, token)).body;
const start = (input: object = {}, token = maker.token) =>
  send('rule/startSimulation', { versionId: draft.newest.id, from: day, to: day, ...input }, token);
const read = async (id: string) => (await send('rule/getSimulation', { id })).result;

const ended = (id: string) =>
  eventually(async () => {
    const found = await read(id);
    expect(found.state).not.toBe('RUNNING');
    return found;
  });

async function simulated(input: object = {}) {
  const { code, result } = await start(input);
  expect(code).toBe(200);
  return ended(result.simulationId);
}

const counts = (counted: [number, number][]) =>
  Object.fromEntries(
    ['same', 'newlyDeclined', 'newlySplit', 'newlyAllowed'].map((name, n) => {
      const [count, amount] = counted[n] as [number, number];
      return [name, { count, amount }];
    }),
  );

test('example 9: of three payments of 30 yuan under 50 a day one stays, one is split, one is declined; the rows and the file say so', async () => {
  const totals = counts([
    [1, 3_000],
    [1, 3_000],
    [1, 1_000],
    [0, 0],
  ]);
  const found = await simulated({ merchantId: employee.merchantId });
  expect(found).toMatchObject({
    state: 'DONE',
    totals,
    byReason: [{ code: 'PER_DAY', count: 2, amount: 4_000 }],
    byMerchant: [{ ...totals, merchant: { id: employee.merchantId } }],
    byDay: [{ ...totals, day }],
    withoutSnapshot: 0,
    versionNo: 1,
    sha256: draft.newest.sha256,
    from: day,
    to: day,
  });
  const { list } = (await send('rule/querySimulationRow', { id: found.id })).result;
  const passed = { outcome: 'PASS', allowedAmount: 3_000, institution: null, reason: '' };
  const institution = { code: draft.code, name: draft.name, versionNo: 1 };
  expect(list).toMatchObject([
    {
      seq: 1,
      change: 'NEWLY_SPLIT',
      changedAmount: 1_000,
      paidAmount: 3_000,
      before: passed,
      after: {
        outcome: 'SPLIT',
        allowedAmount: 2_000,
        institution,
        reason: '今日已用 30.00 元，上限 50.00 元，剩余 20.00 元，本次 30.00 元',
      },
    },
    {
      seq: 2,
      change: 'NEWLY_DECLINED',
      changedAmount: 3_000,
      before: passed,
      after: { outcome: 'DECLINED', allowedAmount: 0, institution },
    },
  ]);
  const declined = await send('rule/querySimulationRow', { id: found.id, change: ['NEWLY_DECLINED'] });
  expect(declined.result).toMatchObject({ total: 1, list: [{ seq: 2 }] });
  const { text } = await api.call('rule/exportSimulation', { id: found.id, format: 'csv' }, maker.token);
  expect(csvLines(text).map((cells) => [cells[7], cells[8], cells[13]])).toEqual([
    ['变化', '变化金额（元）', '新版本企业支付（元）'],
    ['新增个人支付', '10.00', '20.00'],
    ['新增拒付', '30.00', '0.00'],
  ]);
  const job = (await send('job/getJob', { id: found.jobId })).result;
  expect(job).toMatchObject({ state: 'SUCCEEDED', done: job.total });
  expect(job.total).toBeGreaterThanOrEqual(3);
});

test('a version that would replace another is judged from the day on which that one began', async () => {
  const form = policyForm(employee.employeeId, { validFrom: '2027-03-06', rules: capped });
  const first = await publishPolicy(api, { maker: maker.token, checker }, form);
  const edited = await send('rule/editInstitution', {
    ...form,
    id: first.id,
    version: first.version,
    validFrom: '2027-05-01',
    rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 1 }] }],
  });
  const { newest } = edited.result;
  // Neither of them judged on the day of the payments.
  expect((await simulated({ versionId: newest.id })).totals.same.count).toBe(3);
  const published = await publishDraft(api, { maker: maker.token, checker }, edited.result);
  await send('rule/disableInstitution', { id: published.id, version: published.version, reason: '结束' });
  // Nothing is enabled that it would replace: it is judged on every day.
  expect((await simulated({ versionId: newest.id })).totals.newlySplit).toEqual({ count: 3, amount: 8_997 });
});

test('of two at once of one policy the second is told so; the next can be started when it has ended', async () => {
  const answers = await Promise.all([start(), start()]);
  const refused = answers.find(({ code }) => code === 406);
  const started = answers.find(({ code }) => code === 200);
  expect(refused?.msg).toBe('该制度已有模拟在运行');
  await ended(started?.result.simulationId);
  expect((await simulated()).state).toBe('DONE');
});

test('spans that end before they begin, or are longer than 366 days, are no input', async () => {
  for (const [from, to, code] of [
    ['2026-11-02', '2026-11-01', 400],
    ['2026-01-01', '2027-01-02', 400],
  ] as const) {
    expect([from, (await start({ from, to })).code]).toEqual([from, code]);
  }
  const { body } = await api.call(
    'rule/startSimulation',
    { versionId: crypto.randomUUID(), from: '2026-01-01', to: '2027-01-01' },
    maker.token,
  );
  expect(body.msg).toBe('记录不存在');
});

test('who sees some merchants simulates one of them, and sees the simulations of those alone', async () => {
  const { merchantId } = employee;
  const some = await operator(api, '片区规则', {
    permissions,
    dataScope: 'MERCHANTS',
    merchantIds: [merchantId],
  });
  const other = await operator(api, '别处规则', { permissions, dataScope: 'MERCHANTS', merchantIds: [] });
  const ofAll = await simulated();
  const ofOne = await simulated({ merchantId });
  expect((await start({}, some.token)).msg).toBe('全部商户超出您的数据范围，请选择商户');
  expect((await start({ merchantId }, other.token)).msg).toBe('记录不存在');
  const seen = async (token: string) =>
    (await send('rule/querySimulation', { institutionId: draft.id, pageSize: 200 }, token)).result.list.map(
      ({ id }: { id: string }) => id,
    );
  expect(await seen(maker.token)).toEqual(expect.arrayContaining([ofAll.id, ofOne.id]));
  expect(await seen(some.token)).toContain(ofOne.id);
  expect(await seen(some.token)).not.toContain(ofAll.id);
  expect(await seen(other.token)).toEqual([]);
  for (const path of ['getSimulation', 'querySimulationRow', 'exportSimulation']) {
    const input = { ...(path === 'exportSimulation' && { format: 'csv' }) };
    const answers = await Promise.all(
      [
        [ofOne, some],
        [ofAll, some],
        [ofOne, other],
      ].map(async ([of, who]) => {
        const { text } = await api.call(`rule/${path}`, { id: of.id, ...input }, who.token);
        return text.includes('记录不存在');
      }),
    );
    expect([path, answers]).toEqual([path, [false, true, true]]);
  }
  const { code, result } = await start({ merchantId }, some.token);
  expect(code).toBe(200);
  await ended(result.simulationId);
});

test('the newest of what a version says now is told beside it; of an edited one none is', async () => {
  const form = policyForm(employee.employeeId, { rules: capped });
  const { id, version, newest } = (await send('rule/addInstitution', form)).result;
  const current = async () =>
    (await send('rule/querySimulation', { institutionId: id, current: true })).result.list;
  expect(await current()).toEqual([]);
  const { id: simulationId } = await simulated({ versionId: newest.id });
  expect(await current()).toMatchObject([{ id: simulationId, sha256: newest.sha256 }]);
  await send('rule/editInstitution', { ...form, id, version, priority: 9 });
  expect(await current()).toEqual([]);
});

/** A simulation with its job, as the service starts them; of what the draft says now it is cancelled before anybody takes it. */
async function begin(sha256: string) {
  const { tenantId } = employee;
  const { deps } = api;
  const simulationId = crypto.randomUUID();
  const payload = { tenantId, simulationId, institutionId: draft.id };
  const request = { id: crypto.randomUUID(), ip: '127.0.0.1', device: 'test' };
  await inTransaction(deps.database, async (tx) => {
    const kind = simulationJob.kind;
    const jobId = await deps.jobs.start(tx, { session: maker.session, request }, { kind, payload });
    const span = { fromDay: new Date(day), toDay: new Date(day) };
    const of = { tenantId, institutionId: draft.id, versionId: draft.newest.id };
    await tx.ruleSimulation.create({ data: { id: simulationId, ...of, sha256, ...span, jobId } });
    if (sha256 === draft.newest.sha256) await deps.jobs.cancel(tx, { tenantId, id: jobId });
  });
  return { simulationId, payload };
}

test('one whose version was edited before it began, and one that is cancelled, end without an outcome and let the next begin', async () => {
  const edited = await begin('f'.repeat(64));
  const stopped = await ended(edited.simulationId);
  expect(stopped).toMatchObject({ state: 'STOPPED', totals: null, byDay: [], byMerchant: [] });
  const { jobId } = stopped;
  await eventually(async () => {
    const { result } = await send('job/getJob', { id: jobId });
    expect(result).toMatchObject({ state: 'FAILED', message: { zh: '版本在排队期间被修改，请重新模拟' } });
  });
  const cancelled = await begin(draft.newest.sha256);
  expect(await read(cancelled.simulationId)).toMatchObject({ state: 'STOPPED', totals: null });
  expect((await simulated()).state).toBe('DONE');
});

test('begun anew after a killed replica it is written once', async () => {
  const { payload, simulationId } = await begin(draft.newest.sha256);
  const { deps } = api;
  const admin = await connect(api.databaseUrl);
  await admin.query(`SET session_replication_role = 'replica'`);
  await admin.query('UPDATE rule_simulations SET finished_at = NULL WHERE id = $1', [simulationId]);
  await admin.end();
  let checkpoint: unknown = null;
  const told: number[] = [];
  const work = (signal: AbortSignal) => {
    const steps: JobWork['steps'] = async (step) => {
      for (;;) {
        const did = await inTransaction(deps.database, (tx) => step(tx, checkpoint));
        if (!did) return;
        checkpoint = did.checkpoint;
      }
    };
    const report: JobWork['report'] = async ({ done }) => {
      told.push(done as number);
    };
    return { payload, deps, signal, steps, report } as JobWork<typeof payload>;
  };
  await expect(simulationJob.run(work(AbortSignal.abort(new Error('killed'))))).rejects.toThrow('killed');
  expect(await read(simulationId)).toMatchObject({ state: 'RUNNING', totals: null });
  await simulationJob.run(work(AbortSignal.timeout(60_000)));
  const rows = (await send('rule/querySimulationRow', { id: simulationId })).result;
  expect(rows.total).toBe(2);
  const once = await read(simulationId);
  await simulationJob.run(work(AbortSignal.timeout(60_000)));
  expect(await read(simulationId)).toEqual(once);
  expect((await send('rule/querySimulationRow', { id: simulationId })).result).toEqual(rows);
  // Progress begins at nothing each time, and ends with all, which a slow machine tells once more before.
  const [total] = told.slice(-1);
  expect(told.filter((done, at) => done === 0 || done !== told[at - 1])).toEqual([0, 0, total, 0, total]);
});

test('the database holds one at work of a policy, its span, its end and its rows', async () => {
  const { id } = await simulated();
  const admin = await connect(api.databaseUrl);
  const { tenantId } = employee;
  const again = (columns: string) =>
    admin.query(
      `INSERT INTO rule_simulations (tenant_id, institution_id, version_id, sha256, from_day, to_day, job_id, finished_at)
       SELECT tenant_id, institution_id, version_id, sha256, ${columns} FROM rule_simulations WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id],
    );
  await admin.query('BEGIN');
  await again('from_day, to_day, job_id, NULL');
  await expect(again('from_day, to_day, job_id, NULL')).rejects.toThrow('rule_simulations_one_running');
  await admin.query('ROLLBACK');
  await expect(again('from_day, from_day + 366, job_id, now()')).rejects.toThrow('rule_simulations_days');
  await expect(again('from_day, from_day - 1, job_id, now()')).rejects.toThrow('rule_simulations_days');
  for (const change of ['outcome = NULL', 'from_day = from_day - 1', 'finished_at = now()']) {
    const edited = admin.query(`UPDATE rule_simulations SET ${change} WHERE tenant_id = $1 AND id = $2`, [
      tenantId,
      id,
    ]);
    await expect(edited).rejects.toThrow('refuse_other_simulation');
  }
  const row = (columns: string) =>
    admin.query(
      `INSERT INTO rule_simulation_rows (tenant_id, simulation_id, seq, consumption_id, change, amount, before, after)
       SELECT tenant_id, simulation_id, ${columns}, before, after FROM rule_simulation_rows WHERE tenant_id = $1 AND simulation_id = $2 LIMIT 1`,
      [tenantId, id],
    );
  await expect(row(`10001, consumption_id, change, amount`)).rejects.toThrow('rule_simulation_rows_seq');
  await expect(row(`9, consumption_id, 'SAME', amount`)).rejects.toThrow(
    'rule_simulation_rows_change_values',
  );
  await expect(row(`9, consumption_id, change, -1`)).rejects.toThrow('rule_simulation_rows_amounts');
  const edited = admin.query('UPDATE rule_simulation_rows SET amount = 1 WHERE simulation_id = $1', [id]);
  await expect(edited).rejects.toThrow();
  await admin.end();
});

test('it is kept for thirty days, with its rows', async () => {
  const { id } = await simulated();
  const { prisma } = api.deps.database;
  const { createdAt } = await prisma.ruleSimulation.findFirstOrThrow({ where: { id } });
  const days = 24 * 60 * 60_000;
  const at = (ms: number) => ({ ...api.deps, clock: { ...api.deps.clock, now: () => new Date(ms) } });
  await deleteOldSimulations(at(createdAt.getTime() + 30 * days));
  expect(await read(id)).toMatchObject({ id });
  await deleteOldSimulations(at(createdAt.getTime() + 30 * days + 1));
  expect((await send('rule/getSimulation', { id })).msg).toBe('记录不存在');
  expect(await prisma.ruleSimulationRow.count({ where: { simulationId: id } })).toBe(0);
});

import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { connect } from '@xyxlx/database/connect';
import { expect, test } from 'vitest';
import { killAtRow, startWorker } from '../support/kill-at-row.ts';
import { operator } from '../support/operator.ts';
import { paidThen, riskPayer } from '../support/risk-payments.ts';
import { enabledRule, riskInbox, tenantId } from '../support/risk-rules.ts';
import { startTestApi, withoutJobs } from '../support/test-api.ts';

const days = 20;
const people = 6;
/** Where the work is killed: at its first hit, in the middle of one side, as the other side finds the same, and as the outcome is kept. */
const kills = [
  { table: 'risk_backtest_hits', on: 'INSERT', n: 1 },
  { table: 'risk_backtest_hits', on: 'INSERT', n: 31 },
  { table: 'risk_backtest_hits', on: 'UPDATE', n: 7 },
  { table: 'risk_backtests', on: 'UPDATE', n: 1 },
] as const;

test(`a backtest that is killed ${kills.length} times comes to the same as one that nobody disturbs`, {
  timeout: 240_000,
}, async ({ onTestFinished }) => {
  const api = await startTestApi({ override: withoutJobs });
  const owner = await connect(api.databaseUrl);
  onTestFinished(async () => {
    await owner.end();
    await api.close();
  });
  const one = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows[0];
  const permissions = ['compliance.view', 'compliance.settings'];
  const { session, token } = await operator(api, '合规专员', { permissions });
  const inboxId = await riskInbox(api, session.userId);
  const act = async (action: string, input: object) => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const { body } = await api.call(`compliance/${action}`, input, token, key);
    expect(body).toMatchObject({ code: 200 });
    return body.result;
  };

  // Each person pays thrice a day; the draft is heard at two, and the enabled version at three, which differ by one payment.
  const split = riskTemplates.find(({ code }) => code === 'SPLIT')?.expression;
  const oldVersion = await enabledRule(api, inboxId, { ...split, when: { of: 'count', op: 'GE', value: 3 } });
  const { ruleId, versionNo } = await one(
    'SELECT rule_id AS "ruleId", no AS "versionNo" FROM risk_rule_versions WHERE tenant_id = $1 AND id = $2',
    [tenantId, oldVersion],
  );
  expect(versionNo).toBe(1);
  const { version } = await act('getRule', { id: ruleId });
  const terms = { name: '化整为零', score: 60, severity: 'HIGH', action: 'ALERT', inboxId };
  const expression = { ...split, when: { of: 'sum', op: 'GE', value: 1_150_000 } };
  const edited = await act('editRule', { id: ruleId, version, ...terms, expression });
  const versionId = edited.versions[0].id;
  const begin = Date.parse('2018-05-02T00:00:00Z');
  for (let person = 0; person < people; person++) {
    const payer = await riskPayer(api, '2018-01-01');
    const payments = Array.from({ length: days }, (_, day) =>
      [1, 2, 3].map((hour) => ({
        at: new Date(begin + day * 86_400_000 + hour * 3_600_000 + person * 60_000),
        // Only of the even ones does the sum tell as much as the count.
        amount: person % 2 === 0 ? 400_000 : 360_000,
      })),
    ).flat();
    await paidThen(api, payer, payments);
  }

  const start = () =>
    act('startBacktest', {
      ...{ versionId, from: new Date(begin).toISOString() },
      to: new Date(begin + days * 86_400_000).toISOString(),
    });
  const worker = (jobId: string) => startWorker('job-worker.ts', api.databaseUrl, tenantId, jobId);
  const cameTo = async (backtestId: string) => {
    const { state, outcome } = await one(
      'SELECT state, outcome FROM risk_backtests WHERE tenant_id = $1 AND id = $2',
      [tenantId, backtestId],
    );
    const { rows: hits } = await owner.query(
      `SELECT side, subject_id, key, at, amount, facts FROM risk_backtest_hits WHERE tenant_id = $1 AND backtest_id = $2
       ORDER BY at, subject_id, key`,
      [tenantId, backtestId],
    );
    return { state, outcome, hits };
  };

  const undisturbed = await start();
  expect(await worker(undisturbed.jobId).ended).toBe(0);
  const expected = await cameTo(undisturbed.backtestId);
  expect(expected).toMatchObject({ state: 'DONE', outcome: { both: expect.any(Number) } });
  for (const side of ['both', 'onlyOld'] as const) expect(expected.outcome[side]).toBeGreaterThan(7);
  expect(expected.hits.length).toBeGreaterThan(31);

  const { jobId, backtestId } = await start();
  const steps: number[] = [];
  for (const { table, on, n } of kills) {
    await killAtRow(owner, { table, on, n }, () => worker(jobId));
    const { done } = await one('SELECT done FROM jobs WHERE tenant_id = $1 AND id = $2', [tenantId, jobId]);
    steps.push(done);
    expect((await cameTo(backtestId)).state).toBe('RUNNING');
  }
  // Each went on where the one before was killed: three are found a day by the draft, six by the other version.
  expect(steps).toEqual([0, 10, days + 2, 2 * days]);

  const both = [worker(jobId), worker(jobId)];
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(await cameTo(backtestId)).toEqual(expected);
});

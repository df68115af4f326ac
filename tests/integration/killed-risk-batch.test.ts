import { connect } from '@xyxlx/database/connect';
import { expect, test } from 'vitest';
import { riskBatch } from '../../apps/api/src/areas/compliance/batch/risk-batch.ts';
import { killAtRow, startWorker } from '../support/kill-at-row.ts';
import { operator } from '../support/operator.ts';
import { paidThen, riskPayer } from '../support/risk-payments.ts';
import { enabledRule, riskInbox, tenantId } from '../support/risk-rules.ts';
import { startTestApi, withoutJobs } from '../support/test-api.ts';

const payments = 300;
/** As if six minutes of the database's clock had passed: what came in until now is looked at. */
const ahead = -6 * 60_000;
/** Where the work is killed: at the first hit, in the middle of them, as they are handed on, and as the run is written down. */
const kills = [
  { table: 'risk_hits', n: 1 },
  { table: 'risk_hits', n: 150 },
  { table: 'risk_pending_hits', n: payments },
  { table: 'risk_runs', n: 1 },
] as const;

test(`a look through ${payments} payments that is killed ${kills.length} times finds each once, and leaves no gap`, {
  timeout: 240_000,
}, async ({ onTestFinished }) => {
  const api = await startTestApi({ override: withoutJobs });
  const owner = await connect(api.databaseUrl);
  onTestFinished(async () => {
    await owner.end();
    await api.close();
  });
  // What the seeds look for is not what is counted here.
  await owner.query(`UPDATE risk_rule_versions SET state = 'DISABLED', disabled_at = now(), disable_reason = '测试'
    WHERE state IN ('SHADOW', 'SUBMITTED', 'ENABLED')`);
  const { session } = await operator(api, '合规专员', { permissions: ['compliance.view'] });
  const inboxId = await riskInbox(api, session.userId);
  const expression = {
    ...{ source: 'PAYMENT', subject: 'EMPLOYEE', filters: [], window: { kind: 'EVENT' }, aggregates: [] },
    when: { of: 'amount', op: 'GE', value: 123_456 },
  };
  const version = await enabledRule(api, inboxId, expression, { online: false });
  await riskBatch(api.deps, 60_000);
  const payer = await riskPayer(api, '2020-01-01');
  const start = Date.parse('2026-11-20T02:00:00Z');
  await paidThen(
    api,
    payer,
    Array.from({ length: payments }, (_, n) => ({ at: new Date(start + n * 1_000), amount: 123_456 })),
  );
  const counted = async (table: string) =>
    (
      await owner.query(
        `SELECT count(*)::int AS count FROM ${table} WHERE tenant_id = $1 AND version_id = $2`,
        [tenantId, version],
      )
    ).rows[0].count;
  const runsBefore = await counted('risk_runs');
  const worker = () => startWorker('risk-batch-worker.ts', api.databaseUrl, String(ahead));

  for (const { table, n } of kills) {
    await killAtRow(owner, { table, n }, worker);
    expect([await counted('risk_hits'), await counted('risk_runs')]).toEqual([0, runsBefore]);
  }

  const both = [worker(), worker()];
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  const found = await owner.query(
    `SELECT count(*)::int AS hits, count(DISTINCT h.event_id)::int AS events, count(p.hit_id)::int AS waiting FROM risk_hits h
     LEFT JOIN risk_pending_hits p ON p.tenant_id = $1 AND p.hit_id = h.id WHERE h.tenant_id = $1 AND h.version_id = $2`,
    [tenantId, version],
  );
  expect(found.rows).toEqual([{ hits: payments, events: payments, waiting: payments }]);
  const gaps = await owner.query(
    `SELECT FROM (SELECT n.from_at, lag(n.to_at) OVER (ORDER BY n.from_at) AS before FROM risk_runs n WHERE n.tenant_id = $1 AND n.version_id = $2) n
     WHERE n.from_at <> n.before`,
    [tenantId, version],
  );
  expect(gaps.rowCount).toBe(0);
  expect(await counted('risk_runs')).toBeGreaterThan(runsBefore);
});

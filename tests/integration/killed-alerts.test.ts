import { connect } from '@xyxlx/database/connect';
import { expect, test } from 'vitest';
import { openCaseDesk } from '../support/case-desk.ts';
import { expectInvariants } from '../support/invariants.ts';
import { killAtRow, startWorker } from '../support/kill-at-row.ts';
import { startTestApi, withoutJobs } from '../support/test-api.ts';

const hits = 2_300;
const subjects = 40;
/** Where the work is killed: at a new case, at the first alert, in the third step, at a step of a case, and at the last alert of all. */
const kills = [
  { table: 'risk_cases', n: 7 },
  { table: 'risk_alerts', n: 1 },
  { table: 'risk_alerts', n: 1_234 },
  { table: 'risk_case_events', n: 3 },
  { table: 'risk_alerts', n: hits },
] as const;

test(`${hits.toLocaleString('en')} hits whose work is killed ${kills.length} times: every hit is one alert, in the one case of its subject`, {
  timeout: 240_000,
}, async ({ onTestFinished }) => {
  const api = await startTestApi({ override: withoutJobs });
  const owner = await connect(api.databaseUrl);
  onTestFinished(async () => {
    await owner.end();
    await api.close();
  });
  const one = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows[0];
  const desk = await openCaseDesk(api);
  const { tenantId } = desk;
  const { id: ruleId } = await desk.rule();
  const people: string[] = [];
  for (let n = 0; n < subjects; n++) people.push(await desk.employee());
  await desk.hits(
    Array.from({ length: hits }, (_, n) => ({
      ruleId,
      subjectId: people[n % subjects] as string,
      amount: n + 1,
    })),
  );
  const waiting = async () =>
    (await one('SELECT count(*)::int AS count FROM risk_pending_hits WHERE tenant_id = $1', [tenantId]))
      .count;
  const worker = () => startWorker('alerts-worker.ts', api.databaseUrl);

  for (const { table, n } of kills) {
    const left = await waiting();
    const place = Math.min(n, left);
    await killAtRow(owner, { table, n: place }, worker);
    // All of the steps before, nothing of this one.
    const { count } = await one(
      'SELECT count(*)::int AS count FROM risk_alerts WHERE tenant_id = $1 AND rule_id = $2',
      [tenantId, ruleId],
    );
    expect(count + (await waiting())).toBe(hits);
    if (table === 'risk_alerts') expect(left - (await waiting())).toBe(Math.floor((place - 1) / 500) * 500);
  }

  const both = [worker(), worker()];
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(await waiting()).toBe(0);
  expect(
    await one(
      `SELECT count(*)::int AS alerts, count(DISTINCT hit_id)::int AS hits, count(DISTINCT case_id)::int AS cases FROM risk_alerts
       WHERE tenant_id = $1 AND rule_id = $2`,
      [tenantId, ruleId],
    ),
  ).toEqual({ alerts: hits, hits, cases: subjects });
  expect(
    await one(
      'SELECT count(*)::int AS cases, sum(alert_count)::int AS alerts, sum(amount)::int AS amount FROM risk_cases WHERE tenant_id = $1 AND rule_id = $2',
      [tenantId, ruleId],
    ),
  ).toEqual({ cases: subjects, alerts: hits, amount: (hits * (hits + 1)) / 2 });
  expect(
    await one(
      'SELECT sum(alerts)::int AS alerts, sum(opened)::int AS opened FROM risk_days WHERE tenant_id = $1 AND rule_id = $2',
      [tenantId, ruleId],
    ),
  ).toEqual({ alerts: hits, opened: subjects });
  await expectInvariants(api);
});

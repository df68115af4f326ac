import { riskTemplates } from '@xyxlx/contracts/risk-templates';

import { hitsAtOnce, raiseSome } from '../../apps/api/src/areas/compliance/alerts/raise-alerts.ts';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { type BenchRule, freshRules, removeRules, waitingCases } from './compliance-world.ts';
import { Line, perSecond } from './http-load.ts';
import { shown, type Work } from './measure.ts';
import { isInstalled, pgbench } from './pgbench.ts';
import { asReplica, type World } from './world.ts';

const ms = 3000;
const lanes = 8;
const waiting = 10_000;
const hits = 20_000;
/** So many subjects the hits are of: each has ten, and one case. */
const subjects = 2_000;
const dashboards = 20;
const { expression } = riskTemplates[0] as (typeof riskTemplates)[number];

/** What becomes of hits: alerts in cases, the queue of them, and what they come to. */
export function complianceCaseWorks(world: World): Work[] {
  return [
    {
      name: `compliance: ${hits.toLocaleString('en')} hits of ${subjects.toLocaleString('en')} subjects made alerts in cases, ${hitsAtOnce} a step`,
      unit: 'hits/s',
      floorName: '2,000 a second',
      goal: '≥ 1',
      open: async () => {
        const rules = await rulesOf(world);
        const database = connectDatabase({ service: world.databaseUrl, owner: world.databaseUrl }, 1, 60_000);
        return {
          floor: async () => 2_000,
          ours: async () => {
            await emptyCases(world, rules);
            await waitingHits(world, rules);
            const started = performance.now();
            let raised = 0;
            for (let taken = hitsAtOnce; taken === hitsAtOnce; raised += taken)
              taken = await inTransaction(database, (tx) => raiseSome(tx, rules.tenantId, new Date()));
            return (raised * 1000) / (performance.now() - started);
          },
          close: async () => {
            await database.close();
            await removeRules(world, rules);
          },
        };
      },
    },
    {
      name: `compliance: queue of ${waiting.toLocaleString('en')} cases, the 20 most urgent with total; ${lanes} connections`,
      unit: 'requests/s',
      floorName: `the same rows and total through ${isInstalled('pgbench') ? 'pgbench' : '`pg` in the process that measures'}, prepared`,
      goal: '≥ 0.55',
      open: async () => {
        const rules = await rulesOf(world);
        await waitingCases(world, rules, waiting);
        const text = queueText(rules);
        const clients = await Promise.all(Array.from({ length: lanes }, () => world.pool.connect()));
        const lines = clients.map(() => new Line(world.service.url));
        const input = JSON.stringify({ state: ['NEW'], inboxId: rules.inboxId, pageSize: 20 });
        return {
          floor: () =>
            isInstalled('pgbench')
              ? pgbench(world.databaseUrl, [text], { connections: lanes, ms })
              : perSecond(lanes, ms, async (lane) => {
                  await clients[lane]?.query({ name: 'queue', text, rowMode: 'array' });
                }),
          ours: () =>
            perSecond(lanes, ms, async (lane) => {
              const { body } = await (lines[lane] as Line).ask('compliance/queryCase', world.token, input);
              if (!body.startsWith('{"code":200')) throw new Error(body.slice(0, 200));
            }),
          close: async () => {
            for (const client of clients) client.release();
            for (const line of lines) line.close();
            await removeRules(world, rules);
          },
        };
      },
    },
    {
      name: `compliance: dashboard of 366 days, 50 rules and ${waiting.toLocaleString('en')} open cases: the slowest of ${dashboards}`,
      unit: 'dashboards/s',
      floorName: 'one in 200 ms',
      goal: '≥ 1',
      open: async () => {
        const rules = await rulesOf(world, 50);
        await waitingCases(world, rules, waiting);
        await figuresOfAYear(world, rules);
        let note = '';
        return {
          floor: async () => 5,
          ours: async () => {
            const took: number[] = [];
            for (let n = 0; n < dashboards; n++) {
              const started = performance.now();
              await world.ask('compliance/getDashboard', year);
              took.push(performance.now() - started);
            }
            const slowest = Math.max(...took);
            note = `${shown(slowest)} ms`;
            return 1000 / slowest;
          },
          note: () => note,
          close: async () => {
            await forgetFigures(world, rules);
            await removeRules(world, rules);
          },
        };
      },
    },
  ];
}

const year = { from: '2025-01-01', to: '2026-01-01' };

/** Rules of the tenant that has most employees. */
async function rulesOf(world: World, count = 1): Promise<BenchRule> {
  const { rows } = await world.pool.query<{ tenantId: string }>(
    `SELECT m.tenant_id AS "tenantId" FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.mobile = '13800000001' LIMIT 1`,
  );
  const [{ tenantId }] = rows as [{ tenantId: string }];
  return freshRules(
    world,
    tenantId,
    Array.from({ length: count }, () => expression),
  );
}

/** Hits that wait to become alerts, ten of each subject. */
async function waitingHits({ pool }: World, { tenantId, ruleIds }: BenchRule): Promise<void> {
  await asReplica(pool, async (client) => {
    await client.query(
      `WITH found AS (
         INSERT INTO risk_hits (tenant_id, rule_id, version_id, subject_type, subject_id, key, at, shadow, score, severity, amount, facts, merchant_id,
           created_at)
         SELECT $1, v.rule_id, v.id, 'EMPLOYEE', e.id, uuidv7()::text, now() - h.n * interval '1 minute', FALSE, 30, 'MEDIUM', 500000,
           '{"amount": 500000}', e.merchant_id, now()
         FROM risk_rule_versions v CROSS JOIN generate_series(1, $4::int / $3::int) AS h(n)
           CROSS JOIN (SELECT id, merchant_id FROM employees WHERE tenant_id = $1 ORDER BY id LIMIT $3) e
         WHERE v.tenant_id = $1 AND v.rule_id = ANY($2) RETURNING id)
       INSERT INTO risk_pending_hits (tenant_id, hit_id) SELECT $1, id FROM found`,
      [tenantId, ruleIds, subjects, hits],
    );
    await client.query('ANALYZE risk_hits');
  });
}

/** Takes what was made of hits away, and them too. */
async function emptyCases({ pool }: World, { tenantId, ruleIds }: BenchRule): Promise<void> {
  await asReplica(pool, async (client) => {
    const cases = 'SELECT id FROM risk_cases WHERE tenant_id = $1 AND rule_id = ANY($2)';
    for (const text of [
      `DELETE FROM risk_case_events WHERE tenant_id = $1 AND case_id IN (${cases})`,
      'DELETE FROM risk_alerts WHERE tenant_id = $1 AND rule_id = ANY($2)',
      'DELETE FROM risk_cases WHERE tenant_id = $1 AND rule_id = ANY($2)',
      'DELETE FROM risk_pending_hits WHERE tenant_id = $1 AND hit_id IN (SELECT id FROM risk_hits WHERE tenant_id = $1 AND rule_id = ANY($2))',
      'DELETE FROM risk_hits WHERE tenant_id = $1 AND rule_id = ANY($2)',
    ]) {
      await client.query(text, [tenantId, ruleIds]);
    }
  });
}

/** What the list of cases shows of the first page of that inbox, with the total. */
function queueText({ tenantId, inboxId }: BenchRule): string {
  const where = `c.tenant_id = '${tenantId}' AND c.inbox_id = '${inboxId}' AND c.state = 'NEW'`;
  return `
    SELECT c.id, c.case_no, c.subject_type, c.subject_id, e.employee_no, left(e.name, 1) AS name, u.id AS rule_id, u.code, u.name AS rule, i.id AS inbox_id,
      i.name AS inbox, c.alert_count, c.amount, c.score, c.severity, c.grey, c.level, a.id AS assignee_id, a.name AS assignee, c.opened_at, c.due_at,
      now() AS as_of, c.suspended_until, c.suspensions, c.reopened, c.state, c.outcome, c.closed_at, c.version, c.created_at, c.created_by,
      c.updated_at, c.updated_by, (SELECT count(*) FROM (SELECT FROM risk_cases c WHERE ${where} LIMIT 10001) n) AS total
    FROM risk_cases c
    JOIN risk_rules u ON u.tenant_id = c.tenant_id AND u.id = c.rule_id
    JOIN risk_inboxes i ON i.tenant_id = c.tenant_id AND i.id = c.inbox_id
    LEFT JOIN users a ON a.id = c.assignee_id
    LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.subject_id
    WHERE ${where} ORDER BY c.queue_key, c.id LIMIT 20`;
}

/** What each day of the year came to: for every rule, every hour, and fifty people. */
async function figuresOfAYear({ pool }: World, { tenantId, ruleIds }: BenchRule): Promise<void> {
  const days = `generate_series('${year.from}'::date, '${year.to}', interval '1 day') AS d(day)`;
  await asReplica(pool, async (client) => {
    await client.query(
      `INSERT INTO risk_days (tenant_id, day, rule_id, alerts, suppressed, opened, closed, positive)
       SELECT $1, d.day, r.id, 10, 1, 5, 5, 2 FROM ${days} CROSS JOIN unnest($2::uuid[]) AS r(id)`,
      [tenantId, ruleIds],
    );
    await client.query(
      `INSERT INTO risk_hours (tenant_id, day, hour, alerts) SELECT $1, d.day, h.hour, 20 FROM ${days} CROSS JOIN generate_series(0, 23) AS h(hour)`,
      [tenantId],
    );
    await client.query(
      `INSERT INTO risk_person_days (tenant_id, day, user_id, closed, positive)
       SELECT $1, d.day, u.id, 5, 2 FROM ${days} CROSS JOIN (SELECT user_id AS id FROM memberships WHERE tenant_id = $1 ORDER BY 1 LIMIT 50) u`,
      [tenantId],
    );
    await client.query('ANALYZE risk_days, risk_hours, risk_person_days');
  });
}

async function forgetFigures({ pool }: World, { tenantId }: BenchRule): Promise<void> {
  await asReplica(pool, async (client) => {
    for (const table of ['risk_days', 'risk_hours', 'risk_person_days'])
      await client.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND day BETWEEN $2 AND $3`, [
        tenantId,
        year.from,
        year.to,
      ]);
  });
}

import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { searchFor } from '../../apps/api/src/areas/compliance/engine/search.sql.ts';
import { rowsOf } from '../../apps/api/src/platform/db/sql.ts';
import {
  analystsOf,
  freshRules,
  giveBack,
  removeRules,
  setOnline,
  waitingCases,
} from './compliance-world.ts';
import { Line } from './http-load.ts';
import { shown, type Work } from './measure.ts';
import { boundChannel, payingAt, removePayments, withLimits } from './payments.ts';
import { removeMerchant } from './people.ts';
import { account, type World } from './world.ts';

const analysts = 50;
const lanesOfClaims = 4;
/** So many cases somebody works at a time. */
const each = 10;
const waiting = 10_000;
const onlineRules = 20;
const dayLength = 86_400_000;

const expressionOf = (code: string) => {
  const template = riskTemplates.find((one) => one.code === code);
  if (!template) throw new Error(`There is no template ${code}`);
  return template.expression;
};

/** What compliance looks for, in batches and as payments are made, and how cases are handed out. */
export function complianceWorks(world: World): Work[] {
  return [
    {
      name: 'compliance: the templates that follow events looked for in five minutes of payments',
      unit: 'looks/s',
      floorName: 'one in half a second',
      goal: '≥ 1',
      open: async () => {
        const { tenantId, last } = await measured(world);
        const span = { kind: 'happened' as const, from: new Date(last.getTime() - 300_000), to: last };
        const rules = riskTemplates.filter(({ expression: { window } }) => /EVENT|ROLLING/.test(window.kind));
        return {
          floor: async () => 2,
          ours: async () => {
            const started = performance.now();
            for (const { expression } of rules)
              await rowsOf(world.pool, searchFor(expression, tenantId, span));
            return 1000 / (performance.now() - started);
          },
          note: () => `${rules.length} rules, one after the other`,
        };
      },
    },
    {
      name: 'compliance: 同商户集中 looked for in a month of payments',
      unit: 'looks/s',
      floorName: 'one in five seconds',
      goal: '≥ 1, of 330,000 records',
      open: async () => {
        const { tenantId, last } = await measured(world);
        const span = { kind: 'happened' as const, from: new Date(last.getTime() - 30 * dayLength), to: last };
        const { rows } = await world.pool.query<{ n: number }>(
          'SELECT count(*)::int AS n FROM consumption_records WHERE tenant_id = $1 AND paid_at > $2 AND paid_at <= $3',
          [tenantId, span.from, span.to],
        );
        return {
          floor: async () => 0.2,
          ours: async () => {
            const started = performance.now();
            await rowsOf(world.pool, searchFor(expressionOf('FOCUS'), tenantId, span));
            return 1000 / (performance.now() - started);
          },
          note: () => `${rows[0]?.n.toLocaleString('en')} records`,
        };
      },
    },
    {
      name: `compliance: ${analysts} analysts claim the next of ${waiting.toLocaleString('en')} cases, ${each} each; ${lanesOfClaims} at a time`,
      unit: '1/p95 in s',
      floorName: 'p95 of 50 ms',
      goal: '≥ 1',
      open: async () => {
        const { tenantId } = await measured(world);
        const rules = await freshRules(world, tenantId, [expressionOf('LARGE')]);
        const tokens = await analystsOf(world, rules, analysts);
        await waitingCases(world, rules, waiting);
        const lines = Array.from({ length: lanesOfClaims }, () => new Line(world.service.url));
        let note = '';
        return {
          floor: async () => 20,
          ours: async () => {
            await giveBack(world, rules);
            const took: number[] = [];
            const claimed = new Set<string>();
            const people = Array.from({ length: each }, () => tokens)
              .flat()
              .values();
            await Promise.all(
              lines.map(async (line) => {
                for (const token of people) {
                  const started = performance.now();
                  const { body } = await line.ask('compliance/claimNext', token, '{}');
                  took.push(performance.now() - started);
                  const { code, msg, result } = JSON.parse(body);
                  if (code !== 200) throw new Error(`Nothing was claimed: ${msg}`);
                  claimed.add(result.id);
                }
              }),
            );
            if (claimed.size !== took.length) throw new Error('Two have the same case');
            took.sort((a, b) => a - b);
            const [p50, p95] = [0.5, 0.95].map(
              (share) => took[Math.floor(took.length * share)] as number,
            ) as [number, number];
            note = `all different; p50 and p95 ${shown(p50)} and ${shown(p95)} ms`;
            return 1000 / p95;
          },
          note: () => note,
          close: async () => {
            for (const line of lines) line.close();
            await removeRules(world, rules);
          },
        };
      },
    },
    {
      name: 'compliance: preview of a threshold over the payments of thirty days',
      unit: 'previews/s',
      floorName: 'one a second',
      goal: '≥ 1',
      open: async () => {
        const input = (value: number) => ({
          expression: { ...expressionOf('LARGE'), when: { of: 'amount', op: 'GE', value } },
          action: 'ALERT',
        });
        let threshold = 50_000;
        return {
          floor: async () => 1,
          ours: async () => {
            const started = performance.now();
            for (let n = 0; n < 5; n++) {
              threshold += 100;
              await world.ask('compliance/previewRule', input(threshold));
            }
            return 5000 / (performance.now() - started);
          },
        };
      },
    },
    {
      name: 'compliance: backtest of a rule over a year, from the press of the button to the end of the job',
      unit: 'backtests/s',
      floorName: 'one in 20 s',
      goal: '≥ 1, ≤ 150 MiB',
      open: async () => {
        const { tenantId, last } = await measured(world);
        const rules = await freshRules(world, tenantId, [expressionOf('SPLIT')]);
        const { versions } = (await world.ask('compliance/getRule', { id: rules.ruleIds[0] })) as {
          versions: { id: string }[];
        };
        const versionId = versions[0]?.id;
        const from = new Date(last.getTime() - 365 * dayLength).toISOString();
        let peak = 0;
        return {
          floor: async () => 1 / 20,
          ours: async () => {
            const before = world.memory();
            const started = performance.now();
            await world.ask('compliance/startBacktest', { versionId, from, to: last.toISOString() });
            for (;;) {
              // A job is slowed down by calls that wait: the table says it too.
              const { rows } = await world.pool.query<{ state: string }>(
                'SELECT state FROM risk_backtests WHERE tenant_id = $1 AND version_id = $2 ORDER BY created_at DESC, id DESC LIMIT 1',
                [tenantId, versionId],
              );
              peak = Math.max(peak, world.memory() - before);
              if (rows[0]?.state === 'FAILED') throw new Error('The backtest failed');
              if (rows[0]?.state === 'DONE') break;
              await new Promise((resolve) => setTimeout(resolve, 50));
            }
            return 1000 / (performance.now() - started);
          },
          note: () => `${Math.round(peak)} MiB over what the service had before`,
          close: () => removeRules(world, rules),
        };
      },
    },
    {
      name: `payments that a channel tells of, with ${onlineRules} online rules of compliance; 4 at a time`,
      unit: 'payments/s, were each as slow as the slowest in 20',
      floorName: 'the same without rules',
      goal: '≥ 0.87: p95 ≤ ×1.15',
      open: async () => {
        const merchant = await withLimits(world);
        const channel = await boundChannel(world, merchant);
        // Each looks at a day of the payer and finds nothing.
        const rules = await freshRules(
          world,
          merchant.tenant_id,
          Array.from({ length: onlineRules }, (_, n) => ({
            ...expressionOf('SPLIT'),
            filters: [{ field: 'amount', op: 'GE', value: 1 + n }],
            when: { of: 'sum', op: 'GE', value: 100_000_000_000 + n },
          })),
        );
        const { slowestOf20, times, hangUp } = payingAt(world, channel, () => false);
        await slowestOf20('floor', merchant);
        return {
          floor: async () => {
            await setOnline(world, rules, false);
            return slowestOf20('floor', merchant);
          },
          ours: async () => {
            await setOnline(world, rules, true);
            return slowestOf20('ours', merchant);
          },
          note: () => `p50 and p95: ${times.ours} beside ${times.floor}`,
          close: async () => {
            hangUp();
            await removeRules(world, rules);
            await removePayments(world, { merchants: [merchant], channel, institutionId: null });
            await removeMerchant(world, merchant);
          },
        };
      },
    },
  ];
}

/** The tenant of who measures, and when its last payment was. */
async function measured({ pool }: World): Promise<{ tenantId: string; last: Date }> {
  const { rows } = await pool.query<{ tenantId: string; last: Date }>(
    `SELECT c.tenant_id AS "tenantId", max(c.paid_at) AS last FROM consumption_records c
     WHERE c.tenant_id = (SELECT m.tenant_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.mobile = '${account}' LIMIT 1) GROUP BY 1`,
  );
  return rows[0] as { tenantId: string; last: Date };
}

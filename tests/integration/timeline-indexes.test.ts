import { permissions } from '@xyxlx/contracts/permissions';
import { type PageKind, pageKinds } from '@xyxlx/contracts/timeline';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedAndPost } from '../../apps/api/src/embed.ts';
import { dayBefore, shanghaiDay } from '../../apps/api/src/platform/time/shanghai.ts';
import { operator } from '../support/operator.ts';
import { jwtSecret } from '../support/service-process.ts';
import { startTestApi, type TestApi, withoutJobs } from '../support/test-api.ts';

/** Tables of which one record may have very many rows: they are read in their order, and no further than a page. */
const long = [
  ...['consumption_records', 'consumption_days', 'limit_adjustments', 'lottery_records', 'issue_batches'],
  ...['limit_batches', 'card_orders', 'stores'],
];
/** All that is read of a record, besides what says who sees it; of what is partitioned, its partition. */
const read = [
  ...long,
  ...['operation_logs_first', 'approvals', 'bills', 'bill_messages', 'cards', 'card_events', 'invoice_lines'],
  ...['ledger_postings_first', 'vouchers'],
];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const tablesOf = (plan: Plan) => nodesOf(plan).flatMap((node) => node['Relation Name'] ?? []);

let api: TestApi;
let owner: pg.Client;
let token: string;
const tenantId = tenantIdOf('A');
beforeAll(async () => {
  api = await startTestApi({ seed: 'none', override: withoutJobs });
  await seedAndPost(api.databaseUrl, 'demo', [jwtSecret]);
  // What tells whose cases one may know of reads other tables, of which nobody has many rows.
  const all = permissions.filter((permission) => permission !== 'compliance.view');
  ({ token } = await operator(api, '全部', { permissions: all }));
  const { prisma } = api.deps.database;
  // The demo has few of these; of them, the planner wouldn't tell one record's from another's.
  const payments = await prisma.consumptionRecord.findMany({
    where: { tenantId },
    distinct: ['merchantId'],
    take: 40,
  });
  await prisma.limitBatch.createMany({
    data: payments.map(({ merchantId }, n) => ({
      ...{ tenantId, merchantId, batchNo: `LB0000${n}`, fileName: 'a.csv', sha256: '' },
      ...{ reason: '季度调整', state: 'READY', createdAt: new Date(Date.UTC(2026, 9, 1 + n)) },
    })),
  });
  await prisma.invoiceApplication.create({
    data: {
      ...{ tenantId, applicationNo: 'KP00009999', state: 'DRAFT', title: '华东福利科技', amount: 100n },
      email: 'a@example.com',
      lines: { create: payments.map(({ id: consumptionId }) => ({ consumptionId, amount: 100n })) },
    },
  });
  owner = await connect(api.databaseUrl);
  await owner.query('ANALYZE');
}, 180_000);
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** The statement of a later page, as the service sends it. */
async function statementOf(area: PageKind, id: string): Promise<pg.QueryConfig> {
  const { pool } = api.deps.database;
  const { query } = pool;
  const sent: pg.QueryConfig[] = [];
  pool.query = ((...given: [pg.QueryConfig]) => {
    sent.push(given[0]);
    return Reflect.apply(query, pool, given);
  }) as typeof query;
  // Amid what the seed has.
  const day = dayBefore(shanghaiDay(api.clock.now()), 10);
  const place = [`${day} 04:00:00+00`, 1, crypto.randomUUID()];
  const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
  const { body } = await api.call(`${area}/queryTimeline`, { id, cursor }, token);
  pool.query = query;
  expect(body).toMatchObject({ code: 200 });
  return sent.find(({ text }) => / AS source, /.test(text)) as pg.QueryConfig;
}

test.each(pageKinds)('what touched one of %s is read by indexes that begin with it', async (area) => {
  const tables = {
    merchant: 'merchants',
    employee: 'employees',
    consumption: 'consumption_records',
    bill: 'bills',
  };
  const { rows } = await owner.query(`SELECT id FROM ${tables[area]} WHERE tenant_id = $1 LIMIT 1`, [
    tenantId,
  ]);
  const { text, values } = await statementOf(area, rows[0].id);
  const plan = await planOf(text, values as unknown[]);
  const scans = nodesOf(plan).filter((node) => read.includes(node['Relation Name'] ?? ''));
  expect(scans.length).toBeGreaterThan(3);
  const wide = scans.filter((scan) => (scan['Index Cond']?.match(/ = /g)?.length ?? 0) < 2);
  expect(wide.map((scan) => `${scan['Relation Name']}: ${scan['Index Cond']}`)).toEqual([]);
  // With no sort but where there is no other way: what it may have much of stands in an index in its order.
  const unsorted = await planOf(text, values as unknown[], 'sort');
  const sorted = nodesOf(unsorted).filter(
    // Above the pages of all sources together a sort is as it should be.
    (node) => node['Node Type'] === 'Sort' && !nodesOf(node).some((one) => one['Node Type'] === 'Limit'),
  );
  expect(sorted.flatMap(tablesOf).filter((table) => long.includes(table))).toEqual([]);
});

/** The planner's plan as if there were very many rows: of a few, it reads whatever index there is. */
async function planOf(text: string, values: unknown[], without?: string): Promise<Plan> {
  await owner.query('BEGIN');
  await owner.query('UPDATE pg_class SET reltuples = 1e7, relpages = 1 WHERE relname = ANY($1)', [read]);
  for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', ...(without ? [without] : [])])
    await owner.query(`SET LOCAL enable_${way} = off`);
  const { rows } = await owner.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  await owner.query('ROLLBACK');
  return rows[0]['QUERY PLAN'][0].Plan;
}

import { isDeepStrictEqual } from 'node:util';
import { tenantId as tenantIdOf, userId as userIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedEndpoints } from '../../apps/api/src/wire/reference/endpoints.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';
import { cardHolder, cardProduct, madeCard } from '../support/cards.ts';
import { recordSimulation } from '../support/simulations.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

/** The lists that are paged by a cursor, or by number: those that can grow long. Ledgers have a cursor alone, and an order of their own. */
const lists = describedEndpoints(false)
  .filter(({ definition: { input } }) => {
    const { properties } = schemaOf(input, 'input');
    return properties?.cursor && properties.pageNum;
  })
  .map(({ path }) => path);

/** Lists that are not read from an index in their order, with why. */
const sorted: Readonly<Record<string, string>> = {
  'userAccount/queryUser': 'the accounts of a tenant, who joined and who was asked together',
  'bill/queryBillEntry': 'one month of a merchant or a company, of several tables together',
};

/** What the planner says of a part of a statement. */
interface Plan {
  'Node Type': string;
  'Index Cond'?: string;
  'One-Time Filter'?: string;
  'Sort Key'?: string[];
  Plans?: Plan[];
}

let api: TestApi;
let token: string;
/** Of whoever looks after the service, whose own lists nobody else has. */
let platform: string;
const ofService = ['errorReport/queryErrorReport'];
const tenantId = tenantIdOf('B');
/** What a list of something's parts is asked for. */
const inputs: Record<string, object> = {};

beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000004');
  const { prisma } = api.deps.database;
  const userId = userIdOf('13800000004');
  const job = await prisma.job.create({
    data: {
      tenantId,
      kind: 'importUserInfo',
      payload: { header: [], rows: 0, params: {} },
      origin: {},
      createdById: userId,
      createdBy: '租户管理员',
      state: 'SUCCEEDED',
    },
  });
  const { id: billId } = await prisma.bill.findFirstOrThrow({ where: { tenantId } });
  const { id: merchantId } = await prisma.merchant.findFirstOrThrow({ where: { tenantId } });
  const batch = await prisma.limitBatch.create({
    data: {
      tenantId,
      merchantId,
      batchNo: 'B1',
      fileName: 'limits.csv',
      sha256: 'a'.repeat(64),
      reason: '季度调整',
      total: 0,
      changed: 0,
      createdBy: '租户管理员',
    },
  });
  const issue = await prisma.issueBatch.create({
    data: {
      ...{
        tenantId,
        merchantId,
        batchNo: 'INDEX-1',
        name: '福利',
        reason: '福利',
        kind: 'MANUAL',
        state: 'DRAFT',
      },
      ...{ effectiveOn: new Date('2026-11-01'), inputSha256: '0'.repeat(64) },
    },
  });
  inputs['creditLimit/queryIssueRow'] = { issueId: issue.id };
  inputs['autoIssue/queryExecutionRow'] = { issueId: issue.id };
  const productId = await cardProduct(api, tenantId);
  const cardId = await madeCard(api, { ...(await cardHolder(api, tenantId)), productId });
  for (const path of [
    'card/queryCardFlow',
    'card/queryAuthorization',
    'own/queryFlow',
    'own/queryAuthorization',
  ])
    inputs[path] = { cardId };
  inputs['job/queryImportRow'] = { id: job.id };
  inputs['billChange/queryBatchRow'] = { batchId: batch.id };
  // Of none: the planner is asked, and nothing is read.
  inputs['compliance/queryBacktestHit'] = { id: batch.id };
  for (const path of ['bill/queryBillEntry', 'bill/queryBillMessage']) inputs[path] = { billId };
  platform = await api.signIn('13800000001');
  inputs['rule/querySimulationRow'] = { id: await recordSimulation(api, { tenantId }) };
  inputs['userAccount/queryUserLoginRecord'] = { id: userId };
}, 120_000);
afterAll(() => api.close());

/** The statement of a page, as the service sends it. */
async function statementOf(
  path: string,
  filter: object = {},
  asWhom = ofService.includes(path) ? platform : token,
): Promise<pg.QueryConfig> {
  const { pool } = api.deps.database;
  const { query } = pool;
  const sent: pg.QueryConfig[] = [];
  pool.query = ((...given: [pg.QueryConfig]) => {
    sent.push(given[0]);
    return Reflect.apply(query, pool, given);
  }) as typeof query;
  const { body } = await api.call(path, { ...inputs[path], ...filter }, asWhom);
  pool.query = query;
  expect([path, body.code]).toEqual([path, 200]);
  const [page] = sent.filter(({ text }) => /AS total, .* AS key, /s.test(text));
  return page as pg.QueryConfig;
}

/** The planner's plan where it sorts, and reads a table whole, only if it must. */
async function planOf({ text, values }: pg.QueryConfig): Promise<Plan> {
  const client = await api.deps.database.pool.connect();
  try {
    await client.query('BEGIN');
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await client.query(`SET LOCAL enable_${way} = off`);
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The ways of an order by its keys; what they are called differs between a statement and its plan. */
const waysOf = (keys: readonly string[]) => keys.map((key) => key.endsWith(' DESC'));

/** Whether rows are put in the order of the list before they are cut to a page: then all that the filter leaves are read. */
async function sortsAll(path: string, filter: object = {}): Promise<boolean> {
  const statement = await statementOf(path, filter);
  const order = / ORDER BY ([^()]+)$/.exec(statement.text)?.[1]?.split(', ') ?? [];
  expect(order).toHaveLength(2);
  const pages = nodesOf(await planOf(statement)).filter((node) => node['Node Type'] === 'Limit');
  expect(pages.length).toBeGreaterThan(0);
  return pages
    .flatMap(nodesOf)
    .some(
      ({ 'Node Type': type, 'Sort Key': keys = [] }) =>
        /Sort$/.test(type) && isDeepStrictEqual(waysOf(keys), waysOf(order)),
    );
}

describe('a page by cursor is read from an index in the usual order of its list', () => {
  test.each(lists.filter((path) => !(path in sorted)))('%s', async (path) => {
    expect(await sortsAll(path)).toBe(false);
  });

  test.each(Object.keys(sorted))('%s is not, as is known', async (path) => {
    expect(await sortsAll(path)).toBe(true);
  });
});

test('cards of one company are read from an index that begins with it, in the usual order', async () => {
  const { companyId } = await cardHolder(api, tenantId);
  expect(await sortsAll('card/queryCard', { companyId })).toBe(false);
  const plan = await planOf(await statementOf('card/queryCard', { companyId }));
  expect(nodesOf(plan).map((node) => node['Index Cond'])).toContainEqual(
    expect.stringContaining('company_id'),
  );
});

/** The token of somebody whose role names these merchants. */
async function whoSees(merchantIds: string[]): Promise<string> {
  const { prisma } = api.deps.database;
  const mobile = `${crypto.randomUUID()}@example.com`;
  const { id: userId } = await prisma.user.create({ data: { mobile, name: '门店', passwordHash: '-' } });
  const role = { tenantId, code: mobile, name: mobile, dataScope: 'MERCHANTS' as const, merchantIds };
  const { id: roleId } = await prisma.role.create({ data: { ...role, permissions: ['consumption.view'] } });
  const { id: membershipId } = await prisma.membership.create({ data: { tenantId, userId } });
  await prisma.membershipRole.create({ data: { tenantId, membershipId, roleId } });
  const opened = await api.deps.sessions.open(
    prisma,
    { userId, tenantId },
    { device: 'test', ip: '127.0.0.1' },
  );
  return opened.token;
}

describe('however few payments their merchants have, a page reads no others', () => {
  test('of one merchant: from the index that begins with it, in the usual order', async () => {
    const { id } = await api.deps.database.prisma.merchant.findFirstOrThrow({ where: { tenantId } });
    const plan = nodesOf(
      await planOf(await statementOf('consumption/queryConsumption', {}, await whoSees([id]))),
    );
    expect(plan.map((node) => node['Index Cond'])).toContainEqual(expect.stringContaining(`merchant_id = `));
    expect(plan.filter(({ 'Sort Key': keys }) => keys?.some((key) => key.includes('paid_at')))).toEqual([]);
  });

  test('of none: nothing is read', async () => {
    const plan = nodesOf(
      await planOf(await statementOf('consumption/queryConsumption', {}, await whoSees([]))),
    );
    expect(plan.map((node) => node['One-Time Filter'])).toContain('false');
  });
});

import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedEndpoints } from '../../apps/api/src/wire/reference/endpoints.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';
import { recordOrder } from '../support/card-orders.ts';
import { cardHolder, cardProduct, madeCard } from '../support/cards.ts';
import { openCaseDesk } from '../support/case-desk.ts';
import { csvLines } from '../support/csv-lines.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { recordTopUp } from '../support/top-ups.ts';

interface Dated {
  /** The names of its first and last day; both are in it. */
  between: [from: string, to: string];
  table: string;
  column: string;
  /** What is asked for besides. */
  also?: object;
}

const consumption: Dated = {
  between: ['paidFrom', 'paidTo'],
  table: 'consumption_records',
  column: 'paid_at',
};
const lottery: Dated = { between: ['drawnFrom', 'drawnTo'], table: 'lottery_records', column: 'drawn_at' };
const adjustment: Dated = {
  between: ['createdFrom', 'createdTo'],
  table: 'limit_adjustments',
  column: 'created_at',
};
const batch: Dated = { between: ['createdFrom', 'createdTo'], table: 'limit_batches', column: 'created_at' };
const issue: Dated = { between: ['createdFrom', 'createdTo'], table: 'issue_batches', column: 'created_at' };
const flow: Dated = { between: ['createdFrom', 'createdTo'], table: 'fund_flows', column: 'created_at' };
const hold: Dated = { between: ['createdFrom', 'createdTo'], table: 'fund_holds', column: 'created_at' };
const transfer: Dated = {
  between: ['createdFrom', 'createdTo'],
  table: 'fund_transfers',
  column: 'created_at',
};
const approval: Dated = { between: ['from', 'to'], table: 'approvals', column: 'created_at' };
const log: Dated = { between: ['from', 'to'], table: 'operation_logs', column: 'created_at' };

const topUp: Dated = { between: ['createdFrom', 'createdTo'], table: 'top_ups', column: 'created_at' };

const order: Dated = { between: ['createdFrom', 'createdTo'], table: 'card_orders', column: 'created_at' };

const line: Dated = { between: ['atFrom', 'atTo'], table: 'statement_lines', column: 'at' };

const card: Dated = { between: ['expiresFrom', 'expiresTo'], table: 'cards', column: 'expires_at' };

const riskCase: Dated = { between: ['createdFrom', 'createdTo'], table: 'risk_cases', column: 'created_at' };
const alert: Dated = { between: ['createdFrom', 'createdTo'], table: 'risk_alerts', column: 'created_at' };

const errorReport: Dated = {
  between: ['createdFrom', 'createdTo'],
  table: 'error_reports',
  column: 'created_at',
};

/** Lists of what is kept by its day and has no instant. */
const keptByDay = [
  'fund/queryReconciliation',
  'autoIssue/queryExecution',
  'autoIssue/queryOverspent',
  'voucher/queryVoucher',
  'voucher/exportVoucher',
  'voucher/queryPosting',
  'compliance/getDashboard',
];

/** Lists of what is the caller's own: areas/own/own.test.ts goes to their milliseconds. */
const ofOneself = ['own/queryFlow', 'own/queryAuthorization', 'own/queryPayment'];

/** Every list, file and sum that is cut to days. */
const dated: Record<string, Dated> = {
  'card/queryCard': card,
  'card/exportCard': card,
  'card/sumCard': card,
  'consumption/queryConsumption': consumption,
  'consumption/exportConsumption': consumption,
  'consumption/sumConsumption': consumption,
  'lottery/queryLottery': lottery,
  'lottery/exportLottery': lottery,
  'lottery/sumLottery': lottery,
  'limit/queryAdjustment': adjustment,
  'limit/exportAdjustment': adjustment,
  'limit/sumAdjustment': adjustment,
  'billChange/queryBatch': batch,
  'billChange/sumBatch': batch,
  'creditLimit/queryIssue': issue,
  'creditLimit/sumIssue': issue,
  'fund/queryFlow': flow,
  'fund/queryHold': hold,
  'fund/exportFlow': flow,
  'fund/queryTransfer': transfer,
  'fund/queryLine': line,
  'topup/queryTopUp': topUp,
  'topup/exportTopUp': topUp,
  'order/queryOrder': order,
  'order/exportOrder': order,
  'compliance/queryCase': riskCase,
  'compliance/exportCase': riskCase,
  'compliance/queryAlert': alert,
  'approval/queryApproval': approval,
  'approval/queryTodo': approval,
  'approval/sumTodo': approval,
  'errorReport/queryErrorReport': errorReport,
  'operationLog/queryOperationLog': log,
  'operationLog/exportOperationLog': log,
};

/** Around two days of which the seeds have nothing, one of them the 29th of February. */
const days = ['2024-02-29', '2024-03-01'] as const;
const moments = [
  '2024-02-28T23:59:59.999+08:00',
  '2024-02-29T00:00:00.000+08:00',
  '2024-03-01T23:59:59.999+08:00',
  '2024-03-02T00:00:00.000+08:00',
];
const shown = ['2024-02-28 23:59:59', '2024-02-29 00:00:00', '2024-03-01 23:59:59', '2024-03-02 00:00:00'];

let api: TestApi;
let token: string;
/** Four records of each table, in the order of their moments. */
const placed = new Map<string, string[]>();
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
  await makeBatches();
  await makeIssues();
  await makeTransfers();
  await makeTopUps();
  await makeOrders();
  await makeLines();
  await makeCards();
  await makeCases();
  await makeErrorReports();
  const admin = await connect(api.databaseUrl);
  // Some of it is never changed once it is written.
  await admin.query(`SET session_replication_role = 'replica'`);
  // What waits for the one who asks, as all that is on their list.
  await admin.query(`UPDATE approvals SET maker_id = NULL, maker_ids = '{}' WHERE state = 'PENDING'`);
  for (const { table, column } of new Set(Object.values(dated))) {
    const waiting = table === 'approvals' ? `WHERE state = 'PENDING'` : '';
    const { rows } = await admin.query<{ id: string }>(
      `SELECT id FROM ${table} ${waiting} ORDER BY id LIMIT 4`,
    );
    const ids = rows.map(({ id }) => id);
    expect({ table, count: ids.length }).toEqual({ table, count: 4 });
    for (const [n, moment] of moments.entries()) {
      await admin.query(`UPDATE ${table} SET ${column} = $1 WHERE id = $2`, [moment, ids[n]]);
    }
    placed.set(table, ids);
  }
  // A case that was never opened again was opened as it was made, which is what its file has.
  await admin.query('UPDATE risk_cases SET opened_at = created_at');
  await admin.end();
});
afterAll(() => api.close());

async function makeBatches(): Promise<void> {
  const { prisma } = api.deps.database;
  const { id: merchantId, tenantId } = await prisma.merchant.findFirstOrThrow();
  await prisma.limitBatch.createMany({
    data: [1, 2, 3, 4].map((n) => ({
      tenantId,
      merchantId,
      batchNo: `LB-${n}`,
      fileName: 'x.csv',
      sha256: '',
      reason: 'x',
    })),
  });
}

async function makeIssues(): Promise<void> {
  const { prisma } = api.deps.database;
  const { id: merchantId, tenantId } = await prisma.merchant.findFirstOrThrow();
  await prisma.issueBatch.createMany({
    data: [1, 2, 3, 4].map((n) => ({
      ...{ tenantId, merchantId, batchNo: `DAYS-${n}`, name: 'x', reason: 'x' },
      ...{ kind: 'MANUAL' as const, state: 'DRAFT' as const },
      ...{ effectiveOn: new Date('2026-11-01'), inputSha256: '0'.repeat(64) },
    })),
  });
}

async function makeCards(): Promise<void> {
  const tenantId = tenantIdOf('A');
  const whose = { ...(await cardHolder(api, tenantId)), productId: await cardProduct(api, tenantId) };
  for (let n = 0; n < 4; n++) await madeCard(api, whose);
}

async function makeLines(): Promise<void> {
  const { prisma } = api.deps.database;
  const account = await prisma.platformAccount.findFirstOrThrow();
  const { tenantId, id: accountId } = account;
  await prisma.statementLine.createMany({
    data: [1, 2, 3, 4].map((n) => ({
      ...{ tenantId, accountId, bankNo: `DAY-${n}`, direction: 'OUT' as const, state: 'UNMATCHED' as const },
      ...{ amount: n, balanceAfter: 0, at: new Date() },
    })),
  });
}

async function makeTopUps(): Promise<void> {
  for (let n = 0; n < 4; n++) await recordTopUp(api, { tenantId: tenantIdOf('A') });
}

async function makeOrders(): Promise<void> {
  for (let n = 0; n < 4; n++) await recordOrder(api, { tenantId: tenantIdOf('A') });
}

async function makeCases(): Promise<void> {
  const desk = await openCaseDesk(api);
  for (let n = 0; n < 4; n++) await desk.newCase();
}

async function makeErrorReports(): Promise<void> {
  await api.deps.database.prisma.errorReport.createMany({
    data: [1, 2, 3, 4].map((n) => ({
      ...{ ticket: `DAY-${n}`, serial: 'x', note: '', content: 'x', ip: '::1', agent: '' },
      createdAt: new Date(),
    })),
  });
}

async function makeTransfers(): Promise<void> {
  const { prisma } = api.deps.database;
  const [from, to] = await prisma.fundAccount.findMany({
    where: { tenantId: tenantIdOf('A'), kind: 'ENTERPRISE' },
  });
  if (!from || !to) throw new Error('The seeds have no two companies with funds.');
  const { tenantId } = from;
  await prisma.fundTransfer.createMany({
    data: [1, 2, 3, 4].map((n) => ({
      ...{ tenantId, transferNo: `HZ-${n}`, fromId: from.id, toId: to.id },
      ...{ amount: n, reason: 'x', state: 'REJECTED' as const },
    })),
  });
  // What they were promised, and not any more.
  await prisma.fundHold.createMany({
    data: [1, 2, 3, 4].map((n) => ({
      ...{ tenantId, accountId: from.id, sourceType: 'fundTransfer', sourceId: crypto.randomUUID() },
      ...{ sourceNo: `HZ-${n}`, amount: n, state: 'RELEASED' },
    })),
  });
}

const isDay = (schema: unknown) =>
  schema !== null && typeof schema === 'object' && 'format' in schema && schema.format === 'date';

test('every list, file and sum that is cut to days is tried', () => {
  const found = describedEndpoints(false)
    .filter(({ definition: { kind, input } }) => {
      const fields = Object.entries(schemaOf(input, 'input').properties ?? {});
      return kind !== 'mutation' && fields.some(([name, schema]) => /from$/i.test(name) && isDay(schema));
    })
    .map(({ path }) => path)
    .filter((path) => ![...keptByDay, ...ofOneself].includes(path));
  expect(found.sort(), 'Write down in this file the time that a new list is cut by').toEqual(
    Object.keys(dated).sort(),
  );
});

test.each(Object.entries(dated))(
  '%s holds from the first millisecond of the one day in Shanghai to the last of the other',
  async (path, { between: [from, to], table }) => {
    const ids = placed.get(table) as string[];
    const asked = [
      [{ [from]: days[0], [to]: days[1] }, [1, 2]],
      [{ [to]: '2024-02-28' }, [0]],
      [{ [from]: '2024-03-02', [to]: '2024-03-02' }, [3]],
    ] as const;
    for (const [filter, expected] of asked) {
      if (/\/export/.test(path)) {
        const { text } = await api.call(path, { format: 'csv', ...filter }, token);
        const [header = [], ...lines] = csvLines(text);
        const place = header.findIndex((heading) => /时间|有效期/.test(heading));
        expect(lines.map((line) => line[place]).sort()).toEqual(expected.map((n) => shown[n]));
      } else if (/\/sum/.test(path)) {
        const { body } = await api.call(path, filter, token);
        expect(body.result.count).toBe(expected.length);
      } else {
        const { body } = await api.call(path, filter, token);
        const rows: { id: string }[] = body.result.list;
        expect(rows.map(({ id }) => ids.indexOf(id)).sort()).toEqual(expected);
      }
    }
  },
);

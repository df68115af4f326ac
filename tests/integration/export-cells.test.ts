import type { VoucherDetail } from '@xyxlx/contracts/voucher-record';
import { connect } from '@xyxlx/database/connect';
import { idOf } from '@xyxlx/database/seed/random';
import { tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../apps/api/src/areas.ts';
import type { Session } from '../../apps/api/src/core/session.ts';
import { columnsFor } from '../../apps/api/src/platform/exports/export-definition.ts';
import { recordOrder } from '../support/card-orders.ts';
import { cardHolder, cardProduct, madeCard } from '../support/cards.ts';
import { openCaseDesk } from '../support/case-desk.ts';
import { csvLines } from '../support/csv-lines.ts';
import { eventually } from '../support/eventually.ts';
import {
  type Cell,
  comparedExports,
  type ExportedRecords,
  fenInYuan,
  notAnAmount,
} from '../support/export-columns.ts';
import { recordSimulation } from '../support/simulations.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { recordTopUp } from '../support/top-ups.ts';

const exports = [...registry.exports.values()];
const imports = [...registry.imports.values()];

/** What a spreadsheet program would run, in front of every value that people type and some export shows. */
const hostile: [table: string, column: string, start: string][] = [
  ['tenants', 'name', '-'],
  ['merchants', 'name', '='],
  ['merchants', 'short_name', '+'],
  ['merchants', 'contact_name', '-'],
  ['merchants', 'contact_mobile', '@'],
  ['merchants', 'region', '\t'],
  ['merchants', 'settlement_bank', '＝'],
  ['brands', 'name', '＋'],
  ['platforms', 'name', '－'],
  ['card_products', 'name', '='],
  ['stores', 'name', '＠'],
  ['departments', 'name', '='],
  ['employees', 'name', '@'],
  ['employees', 'mobile', '+'],
  ['employees', 'email', '-'],
  ['employees', 'grade', '\r'],
  ['limit_adjustments', 'reason', '＝'],
  ['limit_adjustments', 'created_by', '='],
  ['fund_flows', 'remark', '@'],
  ['fund_flows', 'created_by', '+'],
  ['fund_flows', 'external_no', '='],
  ['top_ups', 'remark', '='],
  ['top_ups', 'channel_flow_no', '-'],
  ['top_ups', 'created_by', '+'],
  ['card_orders', 'created_by', '='],
  ['lottery_activities', 'name', '-'],
  ['lottery_records', 'prize_name', '='],
  ['lottery_records', 'carrier', '+'],
  ['lottery_records', 'delivery_no', '@'],
  ['risk_inboxes', 'name', '='],
  ['users', 'name', '='],
  ['users', 'mobile', '+'],
  ['users', 'email', '-'],
  ['invitations', 'name', '＋'],
  ['companies', 'name', '+'],
  ['roles', 'name', '-'],
  ['voucher_lines', 'summary', '='],
  ['vouchers', 'maker_name', '-'],
  ['ledger_accounts', 'name', '+'],
];
const formula = /^[=+\-@\t\r＝＋－＠]/;

let api: TestApi;
let token: string;
/** Of whoever has the token: every tenant. */
let scope: Session['scope'];
let of: ExportedRecords;
/** Mobiles, e-mails and accounts as they were typed, whole. */
let secrets: string[];
let voucherId: string;

beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
  ({ scope } = await api.deps.sessions.authenticate(token));
  const admin = await connect(api.databaseUrl);
  // Some of it is never changed once it is written.
  await admin.query(`SET session_replication_role = 'replica'`);
  await admin.query(
    `UPDATE users SET email = mobile || '@example.com' WHERE email IS NULL AND mobile NOT LIKE '%@%'`,
  );
  await admin.query(
    `UPDATE lottery_records SET state = 'AWARDED', awarded_at = drawn_at, delivery_no = 'N' || lottery_no,
       carrier = CASE WHEN prize_type = 'GOODS' THEN '顺丰' END, failure = NULL
     WHERE prize_type IN ('GOODS', 'COUPON')`,
  );
  await admin.query(`UPDATE fund_flows SET external_no = 'B' || seq WHERE kind = 'TOP_UP'`);
  const kept = await admin.query<{ value: string }>(
    `SELECT DISTINCT value FROM (
       SELECT mobile AS value FROM users UNION SELECT email FROM users UNION SELECT mobile FROM employees
       UNION SELECT email FROM employees UNION SELECT contact_mobile FROM merchants
       UNION SELECT settlement_account FROM merchants
       UNION SELECT delivery_no FROM lottery_records WHERE prize_type = 'COUPON') kept
     WHERE value IS NOT NULL`,
  );
  secrets = kept.rows.map(({ value }) => value);
  const { rows } = await admin.query<ExportedRecords['bill'] & { tenantId: string }>(
    `SELECT b.id, b.tenant_id AS "tenantId", b.merchant_id AS "merchantId", b.period
     FROM bills b JOIN merchant_ledger l ON l.tenant_id = b.tenant_id AND l.merchant_id = b.merchant_id
       AND to_char(l.occurred_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') = b.period
     GROUP BY b.tenant_id, b.id ORDER BY count(l.employee_id) DESC LIMIT 1`,
  );
  const bill = rows[0] as (typeof rows)[number];
  const simulationId = await recordSimulation(api, bill);
  const byLines = await admin.query<{ id: string }>(
    'SELECT bill_id AS id FROM bill_lines GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  of = {
    bill,
    companyBillId: byLines.rows[0]?.id ?? '',
    merchantId: bill.merchantId,
    batchId: await failedBatch(bill),
    issueId: await failedIssue(bill),
    simulationId,
  };
  await api.deps.database.prisma.invitation.create({
    data: {
      tenantId: bill.tenantId,
      mobile: '13912340009',
      name: '受邀',
      expiresAt: new Date('2099-01-01'),
      createdBy: '',
      updatedBy: '',
    },
  });
  const productId = await cardProduct(api, bill.tenantId);
  const whose = { ...(await cardHolder(api, bill.tenantId)), productId };
  for (let n = 0; n < 6; n++) await madeCard(api, { ...whose, balance: 100 * n });
  voucherId = await writtenVoucher();
  for (let n = 0; n < 8; n++) await recordTopUp(api, bill);
  for (let n = 0; n < 6; n++) await recordOrder(api, bill);
  const desk = await openCaseDesk(api);
  for (let n = 0; n < 6; n++) await desk.newCase({ amount: 100 * n });
  const { id } = await desk.newCase({ subjectType: 'PAYEE', subjectId: desk.merchantId });
  await desk.done('claimCase', { id, version: 1 });
  for (const [table, column, start] of hostile) {
    await admin.query(`UPDATE ${table} SET ${column} = $1 || ${column}`, [`${start}1"`]);
  }
  await admin.query(`UPDATE employees SET labels = ARRAY['=1', 'x'], grade = E'\r1'`);
  await admin.end();
}, 60_000);
afterAll(() => api.close());

/** A batch whose every row failed. */
async function failedBatch({ tenantId, merchantId }: { tenantId: string; merchantId: string }) {
  const { prisma } = api.deps.database;
  const { id } = await prisma.limitBatch.create({
    data: { tenantId, merchantId, state: 'FAILED', batchNo: 'LB-9', fileName: 'x', sha256: '', reason: 'x' },
  });
  await prisma.limitBatchRow.createMany({
    data: Array.from({ length: 8 }, (_, n) => ({
      batchId: id,
      tenantId,
      rowNo: n + 2,
      employeeNo: `=1"${n}`,
      employeeName: `+1"${n}`,
      newLimitText: notAnAmount(n + 2),
      state: 'FAILED' as const,
      message: n % 2 === 0 ? 'amount' : `twin:${n}`,
    })),
  });
  return id;
}

/** A batch of issued limits whose every row failed. */
async function failedIssue({ tenantId, merchantId }: { tenantId: string; merchantId: string }) {
  const { prisma } = api.deps.database;
  const { id } = await prisma.issueBatch.create({
    data: {
      ...{
        tenantId,
        merchantId,
        batchNo: 'PL-CELLS',
        name: 'x',
        reason: 'x',
        kind: 'MANUAL',
        state: 'FAILED',
      },
      ...{ effectiveOn: new Date('2026-11-01'), inputSha256: '0'.repeat(64), total: 8, failed: 8 },
    },
  });
  await prisma.issueRow.createMany({
    data: Array.from({ length: 8 }, (_, n) => ({
      ...{ tenantId, batchId: id, rowNo: n + 2, employeeNo: `=1"${n}`, employeeName: `+1"${n}` },
      ...{
        amountText: notAnAmount(n + 2),
        state: 'FAILED' as const,
        message: n % 2 === 0 ? 'amount' : `twin:${n}`,
      },
      finishedAt: n % 2 === 0 ? new Date('2026-11-01T15:59:59Z') : null,
    })),
  });
  return id;
}

/** A voucher that somebody wrote of the tenant's own accounts. */
async function writtenVoucher(): Promise<string> {
  const accounts = await api.deps.database.prisma.ledgerAccount.findMany({
    where: { tenantId: tenantId('A'), code: { in: ['1001', '6602'] } },
    orderBy: { code: 'asc' },
  });
  const [cash, costs] = accounts.map(({ id }) => id);
  const { body } = await api.call(
    'voucher/addVoucher',
    {
      date: new Date(api.clock.businessNow().getTime() + 8 * 3_600_000).toISOString().slice(0, 10),
      word: '记',
      attachmentCount: 3,
      lines: [
        { summary: '办公用品', accountId: costs, debitAmount: 12_345 },
        { summary: '付现金', accountId: cash, creditAmount: 12_345 },
      ],
    },
    token,
  );
  expect(body).toMatchObject({ code: 200 });
  return body.result.id;
}

async function fileOf(path: string, input: object): Promise<string[][]> {
  const { status, text } = await api.call(path, { format: 'csv', ...input }, token);
  expect({ path, status }).toEqual({ path, status: 200 });
  return csvLines(text);
}

const at = (row: unknown, field: string) =>
  field === ''
    ? row
    : field.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], row);

function cellOf(row: unknown, { field, write, isTyped }: Cell): string {
  const value = at(row, field);
  if (value === null || value === undefined) return '';
  const text = (write as (value: unknown) => string)(value);
  return isTyped && formula.test(text) ? `'${text}` : text;
}

/** What only the page of a record shows: a merchant's account, the number of the bill of an entry. */
async function detailOf(action: string, { id }: { id: string }): Promise<unknown> {
  if (action === 'exportMerchant') return (await api.call('merchant/getMerchant', { id }, token)).body.result;
  if (action !== 'exportBillDetails') return null;
  const { merchantId, period } = of.bill;
  const { body } = await api.call(
    'bill/queryBill',
    { merchantId, periodFrom: period, periodTo: period },
    token,
  );
  return body.result.list[0];
}

test('every export is compared with its list', () => {
  const elsewhere = ['exportOperationLog', 'exportVoucher'];
  expect(
    exports.map(({ operation }) => operation.action).sort(),
    'Write down the columns of a new export in tests/support/export-columns.ts',
  ).toEqual([...Object.keys(comparedExports), ...elsewhere].sort());
});

test.each(Object.entries(comparedExports))(
  '%s holds cell by cell what its list shows, and no cell that a spreadsheet program would run',
  async (action, { list, inputs, order, columns }) => {
    const definition = exports.find(({ operation }) => operation.action === action);
    const input = inputs?.(of) ?? { list: {}, file: {} };
    const { body } = await api.call(list, { pageSize: 200, ...input.list }, token);
    const all: { id: string }[] = body.result.list;
    const rows = order
      ? all.toSorted((a, b) =>
          String(at(a, order.field)) < String(at(b, order.field)) !== order.descending ? -1 : 1,
        )
      : all;
    const [header, ...lines] = await fileOf(`${definition?.operation.module}/${action}`, input.file);
    expect(header).toEqual(Object.keys(columns));
    expect(rows.length).toBeGreaterThan(5);
    if (rows.length < 200) expect(lines).toHaveLength(rows.length);
    for (const [n, row] of rows.slice(0, action === 'exportMerchant' ? 20 : 200).entries()) {
      const shown = { ...row, detail: await detailOf(action, row) };
      expect(lines[n]).toEqual(Object.values(columns).map((cell) => cellOf(shown, cell)));
    }
    const typed = Object.keys(columns).filter((heading) => columns[heading]?.isTyped);
    const guarded = typed.filter((heading) =>
      lines.some((line) => line[Object.keys(columns).indexOf(heading)]?.startsWith("'")),
    );
    expect(guarded, 'a hostile value in every column that people type').toEqual(typed);
  },
);

test('exportVoucher holds, line by line, what its voucher shows', async () => {
  const { body } = await api.call('voucher/getVoucher', { id: voucherId }, token);
  const shown = body.result as VoucherDetail;
  const { date } = shown;
  const { name: unit } = await api.deps.database.prisma.tenant.findUniqueOrThrow({
    where: { id: tenantId('A') },
  });
  const file = await fileOf('voucher/exportVoucher', { kind: ['MANUAL'], dateFrom: date, dateTo: date });
  const titles =
    '凭证日期,租户,会计期间,凭证字,凭证号,凭证字号,分录号,摘要,科目编码,科目名称,核算公司,借方金额,贷方金额,附单据数,来源,状态,制单人,审核人,过账人';
  expect(file).toEqual([
    titles.split(','),
    ...shown.lines.map(({ lineNo, summary, account, debitAmount, creditAmount }) => [
      ...[
        date,
        `'${unit}`,
        shown.period,
        '记',
        '',
        '',
        String(lineNo),
        `'${summary}`,
        account.code,
        `'${account.fullName}`,
        '',
      ],
      ...[fenInYuan(debitAmount), fenInYuan(creditAmount), '3', '手工', '草稿', `'${shown.maker}`, '', ''],
    ]),
  ]);
});

test.each(exports.map(({ operation }) => `${operation.module}/${operation.action}`))(
  '%s has no cell that a spreadsheet program would run, and no whole mobile, e-mail, account or code',
  async (path) => {
    const definition = exports.find(({ operation }) => `${operation.module}/${operation.action}` === path);
    const columns = definition ? columnsFor(definition, { scope }, 'zh', { format: 'csv' }) : [];
    const input = comparedExports[path.split('/')[1] ?? '']?.inputs?.(of).file ?? {};
    const [, ...lines] = await fileOf(path, input);
    const texts = lines.flatMap((line) => line.filter((_, n) => columns[n]?.kind === 'text'));
    expect(texts.some((text) => text.startsWith("'"))).toBe(true);
    expect(texts.filter((text) => formula.test(text))).toEqual([]);
    expect(secrets.length).toBeGreaterThan(100);
    expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
  },
);

describe('the file of the rows that were not imported', () => {
  /** Where each import takes its file, and with what. */
  const uploads: Record<string, { path: string; fields: () => Record<string, string> }> = {
    importUserInfo: { path: 'userAccount/importUserInfo', fields: () => ({}) },
    importEmployee: {
      path: 'employee/importEmployee',
      fields: () => ({ merchantId: of.merchantId }),
    },
    importStatement: {
      path: 'fund/importStatement',
      fields: () => ({ accountId: idOf('platformAccount/A/0') }),
    },
    importCards: { path: 'card/importCards', fields: () => ({ merchantId: of.merchantId }) },
    importDay: { path: 'workCalendar/importDay', fields: () => ({}) },
    importEntries: { path: 'compliance/importEntries', fields: () => ({}) },
    importOpening: { path: 'voucher/importOpening', fields: () => ({}) },
  };

  test('is tried for every import', () => {
    expect(imports.map(({ kind }) => kind).sort(), 'Write down where a new import takes its file').toEqual(
      Object.keys(uploads).sort(),
    );
  });

  test.each(imports.map((definition) => [definition.kind, definition] as const))(
    'of %s masks what is personal and has no cell that a spreadsheet program would run',
    async (kind, { columns }) => {
      const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
      const header = [...columns.map(({ label }) => label.zh), '=备注'];
      const isPersonal = columns.map(({ personal }) => personal === true);
      const given = [
        ...starts.map((start) => header.map(() => `${start}13912345678`)),
        [
          ...columns.map(({ key }) => (key === 'email' ? 'wang@example' : '139123456789')),
          'wang@example.com 6222020200012345678',
        ],
      ];
      const form = new FormData();
      const { path, fields } = uploads[kind] as (typeof uploads)[string];
      for (const [name, value] of Object.entries(fields())) form.set(name, value);
      form.set('file', new Blob([[header, ...given].map((line) => `${line.join(',')}\n`).join('')]), 'a.csv');
      const headers = { Authorization: token, Resourcestype: 'PC' };
      const answer = await fetch(`${api.url}/xyxlx/${path}`, { method: 'POST', headers, body: form });
      const { result } = (await answer.json()) as { result: { jobId: string } };
      await eventually(async () => {
        const { body } = await api.call('job/getJob', { id: result.jobId }, token);
        expect(body.result.state).toBe('FAILED');
      });
      const [headings, ...lines] = await fileOf('job/downloadFailedRows', { id: result.jobId });
      expect(headings).toEqual([...header.slice(0, -1), "'=备注", '文件行号', '失败原因']);
      expect(lines.map((line) => line.slice(0, header.length))).toEqual([
        ...starts.map((start) => [
          ...isPersonal.map((personal) => `'${start}${personal ? '13****5678' : '13912345678'}`),
          `'${start}139****5678`,
        ]),
        [
          ...columns.map(({ key, personal, secret }) => {
            if (secret) return '139123******6789';
            if (!personal) return '139123456789';
            return key === 'email' ? 'w***@example' : '139****6789';
          }),
          'w***@example.com 622****5678',
        ],
      ]);
      const reasons = lines.flatMap((line) => line.slice(header.length));
      expect(reasons.filter((text) => formula.test(text) || text.includes('13912345678'))).toEqual([]);
      expect(reasons.every((text) => text !== '')).toBe(true);
    },
  );
});

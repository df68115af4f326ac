import { type FoundKind, type FoundRecord, foundKinds } from '@xyxlx/contracts/search';
import { Prisma } from '@xyxlx/database/client/client';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedAndPost } from '../../apps/api/src/embed.ts';
import { jwtSecret } from '../support/service-process.ts';
import { startTestApi, type TestApi, withoutJobs } from '../support/test-api.ts';

let api: TestApi;
const tenantId = tenantIdOf('A');
/** Sees all of the tenant but its cases. */
let maker: string;
let compliance: string;
beforeAll(async () => {
  api = await startTestApi({ seed: 'none', override: withoutJobs });
  await seedAndPost(api.databaseUrl, 'demo', [jwtSecret]);
  maker = await api.signIn('13800000002');
  compliance = await api.signIn('13800000007');
  const { prisma } = api.deps.database;
  const merchant = await prisma.merchant.findFirstOrThrow({ where: { tenantId } });
  const { id: merchantId } = merchant;
  await prisma.limitBatch.create({
    data: {
      ...{ tenantId, merchantId, batchNo: 'LB00009999', fileName: 'a.csv', sha256: '', reason: '季度调整' },
      ...{ state: 'READY', increaseAmount: 5000n, decreaseAmount: 2000n },
    },
  });
  await prisma.invoiceApplication.create({
    data: {
      ...{ tenantId, applicationNo: 'KP00009999', state: 'DRAFT', title: '华东福利科技', amount: 12_300n },
      email: 'a@example.com',
    },
  });
}, 180_000);
afterAll(() => api.close());

const find = async (q: string, token = maker): Promise<FoundRecord[]> => {
  const { body } = await api.call('search/findRecord', { q }, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result.list;
};

interface Row {
  id: string;
  name: string;
  prize?: { value: number } | null;
  [field: string]: unknown;
}

interface Shown {
  list: string;
  number(row: Row): unknown;
  amount(row: Row): unknown;
  state?: string;
  /** What finds it, where that is not its number. */
  typed?(row: Row): string;
  /** Who may list it. */
  as?: string;
}

/** The list of each kind, and what of its rows is to be found. */
const lists: Record<Exclude<FoundKind, 'riskReport'>, Shown> = {
  consumption: {
    list: 'consumption/queryConsumption',
    number: (row) => row.paymentNo,
    amount: (row) => row.amount,
  },
  bill: {
    list: 'bill/queryBill',
    number: (row) => row.billNo,
    amount: (row) => (row.state === 'OPEN' ? null : row.closingBalance),
  },
  merchant: { list: 'merchant/queryMerchant', number: (row) => row.merchantNo, amount: () => null },
  store: { list: 'store/queryStore', number: (row) => row.storeNo, amount: () => null },
  employee: {
    list: 'employee/queryEmployee',
    number: (row) => row.employeeNo,
    amount: (row) => row.availableLimit,
  },
  card: { list: 'card/queryCard', number: (row) => row.cardNo, amount: (row) => row.balance },
  cardOrder: { list: 'order/queryOrder', number: (row) => row.no, amount: (row) => row.payableAmount },
  topUp: { list: 'topup/queryTopUp', number: (row) => row.no, amount: (row) => row.amount },
  statementLine: { list: 'fund/queryLine', number: (row) => row.bankNo, amount: (row) => row.amount },
  issueBatch: { list: 'creditLimit/queryIssue', number: (row) => row.batchNo, amount: (row) => row.amount },
  issuePlan: { list: 'autoIssue/queryPlan', number: (row) => row.code, amount: () => null },
  limitBatch: { list: 'billChange/queryBatch', number: (row) => row.batchNo, amount: () => 3000 },
  fundTransfer: { list: 'fund/queryTransfer', number: (row) => row.transferNo, amount: (row) => row.amount },
  invoice: { list: 'invoice/queryInvoice', number: (row) => row.applicationNo, amount: (row) => row.amount },
  voucher: {
    list: 'voucher/queryVoucher',
    number: (row) => row.voucherNo && `${row.period} ${row.voucherNo}`,
    amount: (row) => row.debitAmount,
  },
  lottery: {
    list: 'lottery/queryLottery',
    number: (row) => row.lotteryNo,
    amount: ({ prizeAmount }) => prizeAmount || null,
  },
  riskCase: { list: 'compliance/queryCase', number: (row) => row.no, amount: (row) => row.amount },
  approval: {
    list: 'approval/queryApproval',
    number: (row) => row.subjectLabel,
    amount: (row) => row.amount,
  },
  institution: { list: 'rule/queryInstitution', number: (row) => row.code, amount: () => null },
  cardProduct: { list: 'card/queryProduct', number: (row) => row.code, amount: () => null },
  company: {
    list: 'company/queryCompany',
    number: (row) => row.creditCode,
    amount: () => null,
    state: 'certification',
  },
  platform: { list: 'platform/queryPlatform', number: (row) => row.code, amount: () => null },
  brand: { list: 'brand/queryBrand', number: () => null, amount: () => null },
  // Whole numbers of persons are found, and stand nowhere.
  user: {
    list: 'userAccount/queryUser',
    number: (row) => row.mobile,
    amount: () => null,
    typed: (row) => row.name,
    as: '13800000001',
  },
};

test.each(foundKinds.filter((kind) => kind !== 'riskReport'))(
  'the newest %s of its list is found by its number, with the state and amount that are shown there',
  async (kind) => {
    const { list, number, amount, state = 'state', typed, as } = lists[kind];
    const token = kind === 'riskCase' ? compliance : as ? await api.signIn(as) : maker;
    const { body } = await api.call(list, { pageSize: 50 }, token);
    const row = body.result.list.find((one: Row) => number(one) !== null || kind === 'brand');
    const found = await find(typed ? typed(row) : String(number(row) ?? row.name), token);
    expect(found.filter((record) => record.kind === kind && record.id === row.id)).toEqual([
      {
        ...{ kind, id: row.id, number: number(row), title: expect.stringMatching(/\S/) },
        ...{ state: expect.objectContaining({ value: row[state] }), amount: amount(row) },
      },
    ]);
  },
);

test('what belongs to a record leads to it: a card by its last four and its requests, an order by its refunds, a top-up by its code', async () => {
  const { pool } = api.deps.database;
  const one = async (text: string) => (await pool.query(`${text} LIMIT 1`)).rows[0];
  const ids = async (q: string, kind: FoundKind) =>
    (await find(q)).filter((record) => record.kind === kind).map(({ id }) => id);
  const card =
    await one(`SELECT c.id, c.last_four FROM cards c JOIN tenants t ON t.id = c.tenant_id WHERE t.code = 'huadong'
    AND (SELECT count(*) FROM cards d WHERE d.tenant_id = c.tenant_id AND d.last_four = c.last_four) = 1`);
  expect(await ids(card.last_four, 'card')).toEqual([card.id]);
  const request = await one(
    `SELECT r.card_id, r.request_no FROM card_requests r JOIN tenants t ON t.id = r.tenant_id WHERE t.code = 'huadong'`,
  );
  expect(await ids(request.request_no, 'card')).toEqual([request.card_id]);
  const refund = await one(`SELECT r.order_id, r.refund_no FROM card_order_refunds r`);
  expect(await ids(refund.refund_no, 'cardOrder')).toEqual([refund.order_id]);
  const topUp = await one(`SELECT p.id, p.transfer_code FROM top_ups p WHERE p.transfer_code IS NOT NULL`);
  expect(await ids(topUp.transfer_code, 'topUp')).toEqual([topUp.id]);
});

test('a suspicious report is found by its number, by those who may read reports and see its case', async () => {
  const { rows } = await api.deps.database.pool.query(
    'SELECT id, report_no, state FROM risk_reports WHERE tenant_id = $1 LIMIT 1',
    [tenantId],
  );
  const [report] = rows;
  expect(await find(report.report_no, compliance)).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'riskReport', id: report.id, number: report.report_no, amount: null },
      state: expect.objectContaining({ value: report.state }),
    }),
  );
  expect(await find(report.report_no)).toEqual([]);
});

test('a voucher is found by its number alone and with its month, a user by name and whole mobile, once', async () => {
  const { pool } = api.deps.database;
  const { rows } = await pool.query(
    'SELECT id, period, word, number FROM vouchers WHERE tenant_id = $1 AND number IS NOT NULL LIMIT 1',
    [tenantId],
  );
  const [{ id, period, word, number }] = rows;
  for (const q of [`${period} ${word}-${number}`, `${period}${word}-000${number}`])
    expect(await find(q)).toEqual([expect.objectContaining({ kind: 'voucher', id })]);
  expect((await find(`${word}${number}`)).map((record) => record.id)).toContain(id);
  const administrator = await api.signIn('13800000001');
  const users = (await find('13800000002', administrator)).filter(({ kind }) => kind === 'user');
  expect(users).toEqual([expect.objectContaining({ number: '138****0002', amount: null })]);
  expect((await find('13800000002')).filter(({ kind }) => kind === 'user')).toEqual([]);
});

test('a start that many have in common finds five of a kind, the rest of the number the one', async () => {
  const { prisma } = api.deps.database;
  const payment = await prisma.consumptionRecord.findFirstOrThrow({
    where: { tenantId },
    orderBy: { paymentNo: 'desc' },
  });
  expect(await find(payment.paymentNo.slice(0, 5))).toHaveLength(5);
  expect(await find(payment.paymentNo.toLowerCase())).toEqual([
    expect.objectContaining({ kind: 'consumption', id: payment.id }),
  ]);
});

test('a start reads the index of what it is held against, also for who sees all tenants', async () => {
  const plans = await api.deps.database.prisma.$transaction(async (tx) => {
    const shown: string[] = [];
    for (const start of [
      `consumption_records c WHERE c.payment_no LIKE 'P20261119%'`,
      `employees c WHERE c.name LIKE '张桂%'`,
      `employees c WHERE c.name_pinyin LIKE 'zhanggui%'`,
      `employees c WHERE c.name_initials LIKE 'zgy%'`,
      `employees c WHERE c.employee_no LIKE 'E00019%'`,
      `merchants c WHERE c.name LIKE '上海市和悦%'`,
      `approvals c WHERE c.subject_label LIKE 'B20261100%'`,
      `stores c WHERE c.name LIKE '上海市和悦茶饮人%'`,
      `statement_lines c WHERE c.bank_no LIKE 'ZS20261120%'`,
      `statement_lines c WHERE c.payer LIKE '上海晨光%'`,
    ]) {
      const rows = await tx.$queryRaw<{ 'QUERY PLAN': string }[]>(
        Prisma.raw(
          `EXPLAIN SELECT c.id FROM ${start} AND c.tenant_id = ANY(ARRAY(SELECT t.id FROM tenants t)) LIMIT 1000`,
        ),
      );
      shown.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return shown;
  });
  for (const plan of plans) expect(plan).toMatch(/Index Cond: .*>=.*<.*/);
});

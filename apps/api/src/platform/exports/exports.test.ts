import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let admin: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000002');
});
afterAll(() => api.close());

const csv = async (path: string, filter: object = {}, token = admin) =>
  (await api.call(path, { format: 'csv', ...filter }, token)).text;

it('an export has exactly the rows that the list has, for what is filtered', async () => {
  const operator = await api.signIn('13800000005');
  for (const { list, file, filter, token = admin, ...is } of [
    {
      list: 'merchant/queryMerchant',
      file: 'merchant/exportMerchant',
      filter: { state: ['ACTIVE'] },
      column: '商户号',
      of: ({ merchantNo }: Row) => merchantNo,
    },
    {
      list: 'employee/queryEmployee',
      file: 'employee/exportEmployee',
      filter: { state: ['FROZEN', 'LEFT'] },
      token: operator,
      column: '工号',
      of: ({ employeeNo }: Row) => employeeNo,
    },
    {
      list: 'consumption/queryConsumption',
      file: 'consumption/exportConsumption',
      filter: { type: ['REFUND'] },
      column: '交易流水号',
      of: ({ paymentNo }: Row) => paymentNo,
    },
    {
      list: 'limit/queryAdjustment',
      file: 'limit/exportAdjustment',
      filter: { type: ['DECREASE'] },
      column: '调整后（元）',
      of: ({ afterLimit }: Row) => (Number(afterLimit) / 100).toFixed(2),
    },
    {
      list: 'bill/queryBill',
      file: 'bill/exportBill',
      filter: { state: ['ISSUED'] },
      column: '账单号',
      of: ({ billNo }: Row) => billNo,
    },
  ]) {
    const [titles = [], ...lines] = (await csv(file, filter, token))
      .replace('\ufeff', '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const at = titles.indexOf(is.column);
    const listed = (await everyPage(list, filter, token)).map(is.of);
    expect(listed.length).toBeGreaterThan(0);
    expect({ file, rows: lines.map((cells) => cells[at]).sort() }).toEqual({ file, rows: listed.sort() });
  }
});

type Row = Record<string, string | number>;

async function everyPage(list: string, filter: object, token: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const { body } = await api.call(list, { ...filter, pageNum, pageSize: 200 }, token);
    rows.push(...body.result.list);
    if (rows.length >= body.result.total) return rows;
  }
}

it('the log tells what an export was filtered by, other records by name and no whole mobile', async () => {
  const { body } = await api.call('merchant/queryMerchant', { pageSize: 1 }, admin);
  const [{ id, name }] = body.result.list;
  await csv('billChange/billLimitExport', { merchantId: id, state: ['ACTIVE'], keyword: '13812345678' });
  const entry = await api.deps.database.prisma.operationLog.findFirstOrThrow({
    where: { action: 'billLimitExport' },
    orderBy: { createdAt: 'desc' },
  });
  expect(entry.after).toEqual({
    format: 'csv',
    merchantId: { id, name },
    state: ['ACTIVE'],
    keyword: '138****5678',
  });
});

it('formula cells are stored raw and neutralised in exports; whole mobiles never leave', async () => {
  const operator = await api.signIn('13800000005');
  const { body } = await api.call('employee/queryEmployee', { pageSize: 5 }, operator);
  const starts = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1'];
  for (const [index, name] of starts.entries()) {
    const { id } = body.result.list[index];
    await api.deps.database.prisma.employee.updateMany({
      where: { id },
      data: { name, email: '=a@example.com' },
    });
    expect((await api.call('employee/getEmployee', { id }, operator)).body.result.name).toBe(name);
  }
  const text = await csv('employee/exportEmployee', {}, operator);
  for (const name of starts) expect(text).toContain(`,'${name},`);
  expect(text).toContain(",'=***@example.com,");
  expect(text).not.toMatch(/(^|\D)1[3-9]\d{9}(\D|$)/);
});

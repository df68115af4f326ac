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
  for (const [list, file, filter] of [
    ['merchant/queryMerchant', 'merchant/exportMerchant', { state: ['ACTIVE'] }],
    ['employee/queryEmployee', 'employee/exportEmployee', { state: ['FROZEN', 'LEFT'] }],
    ['consumption/queryConsumption', 'consumption/exportConsumption', { type: ['REFUND'] }],
    ['limit/queryAdjustment', 'limit/exportAdjustment', { type: ['DECREASE'] }],
    ['bill/queryBill', 'bill/exportBill', { state: ['ISSUED'] }],
  ] as const) {
    const { body } = await api.call(list, { ...filter, pageSize: 1 }, admin);
    const finance = file.startsWith('employee') ? await api.signIn('13800000005') : admin;
    const lines = (await csv(file, filter, finance)).trim().split('\n');
    expect({ file, rows: lines.length - 1 }).toEqual({ file, rows: body.result.total });
  }
});

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

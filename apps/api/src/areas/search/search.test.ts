import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { maskedKeyword } from '../../platform/security/mask.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000002');
});
afterAll(() => api.close());

const find = async (keyword: string, as = token) =>
  (await api.call('search/findMerchant', { keyword }, as)).body;
const searches = () =>
  api.deps.database.prisma.operationLog.findMany({ where: { action: 'findMerchant', result: 'SUCCESS' } });

it('a merchant is found by name, number, mobile (its own or an employee’s), credit code, last four and payment number, masked', async () => {
  const { prisma } = api.deps.database;
  const before = await searches();
  const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { code: 'huadong' } });
  const payment = await prisma.consumptionRecord.findFirstOrThrow({
    where: { tenantId, cardLastFour: { not: null }, employeeId: { not: null } },
    include: { employee: true },
  });
  const merchant = await prisma.merchant.findFirstOrThrow({ where: { id: payment.merchantId } });
  for (const [keyword, matchedBy] of [
    [merchant.name, 'name'],
    [merchant.merchantNo, 'merchantNo'],
    [merchant.contactMobile, 'mobile'],
    [payment.employee?.mobile as string, 'mobile'],
    [merchant.creditCode, 'creditCode'],
    [merchant.settlementAccount.slice(-4), 'lastFour'],
    [payment.paymentNo, 'paymentNo'],
  ] as const) {
    const { result } = await find(keyword);
    const hit = result.list.find(({ id }: { id: string }) => id === merchant.id);
    expect({ keyword, matchedBy: hit?.matchedBy }).toEqual({ keyword, matchedBy });
    expect(hit.contactMobile).toMatch(/^1\d\d\*{4}\d{4}$/);
    expect(JSON.stringify(hit)).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/);
  }
  expect((await find('没有这样的商户')).result).toEqual({ list: [], more: false });

  const log = await searches();
  expect(log).toHaveLength(before.length + 8);
  expect(log.map(({ targetLabel }) => targetLabel).join()).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/);
});

it('a search is refused after 30 in a minute, whichever replica is asked', async () => {
  const other = await api.signIn('13800000003');
  const codes: number[] = [];
  for (let n = 0; n < 31; n++) codes.push((await find('晨光', other)).code);
  expect(codes).toEqual([...Array(30).fill(200), 429]);
  const { status, headers } = await api.call('search/findMerchant', { keyword: '晨光' }, other);
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

it('the log keeps what was searched for without a whole number or address', () => {
  expect(maskedKeyword('张三 13812345678')).toBe('张三 138****5678');
  expect(maskedKeyword('a.b@example.com')).toBe('a***@example.com');
  expect(maskedKeyword('6222020200012345678')).toBe('622****5678');
  expect(maskedKeyword('晨光 2026')).toBe('晨光 2026');
});

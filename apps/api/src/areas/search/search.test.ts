import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardHolder, cardProduct, madeCard } from '../../../../../tests/support/cards.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { boundChannel } from '../../../../../tests/support/signed-call.ts';
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
    expect(JSON.stringify(hit)).not.toMatch(/(?<![\w-])1[3-9]\d{9}(?!\w)/);
  }
  expect((await find('没有这样的商户')).result).toEqual({ list: [], more: false });

  const log = await searches();
  expect(log).toHaveLength(before.length + 8);
  expect(log.map(({ targetLabel }) => targetLabel).join()).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/);
});

it('a merchant is found by its cards, their orders and top-ups, and by its company’s', async () => {
  const { prisma } = api.deps.database;
  const tenantId = tenantIdOf('A');
  const holder = await cardHolder(api, tenantId);
  const productId = await cardProduct(api, tenantId);
  const cardId = await madeCard(api, { ...holder, productId, cardNo: 'C99900001' });
  const card = await prisma.card.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: cardId } } });
  const { merchantId, companyId } = card;
  const now = api.clock.businessNow();
  const order = await prisma.cardOrder.create({
    data: {
      ...{ orderNo: 'KD99900001', quantity: 1, amount: 100n, parcelFee: 0n },
      merchant: { connect: { tenantId_id: { tenantId, id: merchantId } } },
      company: { connect: { tenantId_id: { tenantId, id: companyId } } },
      ...{ fee: 0n, payable: 100n, payMethod: 'FUND', createdAt: now, updatedAt: now },
      lines: {
        create: {
          ...{ product: { connect: { tenantId_id: { tenantId, id: productId } } } },
          ...{ lineNo: 1, form: 'PHYSICAL', naming: 'NAMED', faceAmount: 100n, quantity: 1, makingFee: 0n },
        },
      },
    },
  });
  await boundChannel(api, tenantId, { channel: 'WECHAT' });
  const { token: clerk } = await operator(api, '充值经办', { permissions: ['topup.edit'] });
  const toppedUp = async (target: 'COMPANY' | 'CARD', id: string): Promise<string> => {
    const { body } = await api.call(
      'topup/addTopUp',
      { target, id, amount: 10_000, channel: 'WECHAT' },
      clerk,
    );
    return body.result.no;
  };
  const [ofCard, ofCompany] = [await toppedUp('CARD', cardId), await toppedUp('COMPANY', companyId)];
  const { id: anotherUnit } = await prisma.merchant.findFirstOrThrow({
    where: { tenantId, companyId, id: { not: merchantId } },
  });
  const reader = await api.signIn('13800000001');
  for (const [keyword, matchedBy, id] of [
    [card.lastFour, 'lastFour', merchantId],
    [card.cardNo, 'cardNo', merchantId],
    [order.orderNo, 'orderNo', merchantId],
    [ofCard, 'topUpNo', merchantId],
    [ofCompany, 'topUpNo', merchantId],
    [ofCompany, 'topUpNo', anotherUnit],
  ] as const) {
    const { result } = await find(keyword, reader);
    const hit = result.list.find((found: { id: string }) => found.id === id);
    expect({ keyword, matchedBy: hit?.matchedBy }).toEqual({ keyword, matchedBy });
  }
  expect((await find(ofCard, reader)).result.list, 'of one unit').toHaveLength(1);
  const ofAnother = await api.signIn('13800000004');
  for (const keyword of [card.cardNo, order.orderNo, ofCard, ofCompany])
    expect((await find(keyword, ofAnother)).result, keyword).toEqual({ list: [], more: false });
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

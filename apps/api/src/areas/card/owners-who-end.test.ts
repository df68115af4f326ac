import { randomUUID } from 'node:crypto';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { madeCard } from '../../../../../tests/support/cards.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { expireAuthorizations } from '../card-spending/expire-authorizations.ts';
import { expireCards } from './expire-cards.ts';

const tenantId = tenantIdOf('A');
const dayLength = 24 * 60 * 60 * 1000;
/** Cards are paid for in months here that the seeds have issued the bills of. */
const backdated = ['billsAreFunds'];
let api: TestApi;
let desk: CardDesk;
let payeeNo: string;
let made = 0;
const prisma = () => api.deps.database.prisma;
const unit = () => ({ where: { tenantId_id: { tenantId, id: desk.whose.merchantId } } });

beforeAll(async () => {
  api = await startTestApi();
  desk = await cardDesk(api, tenantId);
  const payee = await prisma().merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE', id: { not: desk.whose.merchantId } },
  });
  payeeNo = payee.merchantNo;
});
afterAll(() => api.close());
beforeEach(() => api.clock.setBusinessOffset(0));
afterEach(async () => {
  await prisma().merchant.update({ ...unit(), data: { state: 'ACTIVE' } });
  await prisma().tenant.update({ where: { id: tenantId }, data: { expiresAt: null } });
});

/** Whose end it is, and how it comes. */
const ends = {
  employee: async (employeeId: string) => {
    const { result } = await desk.call('employee/leaveEmployee', { ids: [employeeId], reason: '辞职' });
    expect(result).toMatchObject({ done: 1 });
  },
  unit: async () => {
    await prisma().merchant.update({ ...unit(), data: { state: 'DISABLED' } });
  },
  tenant: async () => {
    // To the millisecond: from this instant on it is over.
    await prisma().tenant.update({ where: { id: tenantId }, data: { expiresAt: api.clock.businessNow() } });
  },
};
type Ended = keyof typeof ends;

/** A card of somebody new with 10,000 on it: 2,000 were paid, of 3,000 that are authorized nothing is captured yet. */
async function card() {
  made += 1;
  const { merchantId, companyId } = desk.whose;
  const { id: employeeId } = await prisma().employee.create({
    data: {
      ...{ tenantId, merchantId, name: `持卡人${made}`, employeeNo: `ENDS${made}`, state: 'ACTIVE' },
      ...{ mobile: `1390002${String(made).padStart(4, '0')}`, hiredOn: new Date('2026-01-01') },
    },
  });
  await prisma().limitAccount.create({ data: { tenantId, merchantId, employeeId, companyId } });
  desk.at('2026-08-21');
  const id = await desk.loaded(10_000, { employeeId });
  api.clock.setBusinessOffset(0);
  const { cardNo } = await desk.card(id);
  const [open, taken] = [`A-${randomUUID()}`, `A-${randomUUID()}`];
  await desk.authorize(cardNo, 3_000, open, payeeNo);
  await desk.authorize(cardNo, 2_000, taken, payeeNo);
  const { result } = await desk.capture(taken, 2_000);
  const payment = await prisma().consumptionRecord.findUniqueOrThrow({
    where: { tenantId_paymentNo: { tenantId, paymentNo: result.paymentNo } },
  });
  return { id, cardNo, employeeId, open, paymentId: payment.id };
}
type Made = Awaited<ReturnType<typeof card>>;

const answered = ({ code, msg }: { code: number; msg: string }) => (code === 200 ? '' : `${code} ${msg}`);
/** What one card of a bulk action is answered. */
async function one(action: string, id: string): Promise<{ answer: string; approvalId: string | null }> {
  const body = await desk.call(`card/${action}`, { ids: [id], reason: '客户来电' });
  const row = body.result?.rows[0];
  return { answer: row?.message ?? answered(body), approvalId: row?.approvalId ?? null };
}
const gone = '406 签名无效';
const signedOut = '403 账号已停用，或所属租户已停用、到期，请联系管理员';

/** What becomes of each act, of a card whose holder left, whose unit is disabled, whose tenant is over; '' where it is done as before. */
const table: readonly [
  what: string,
  act: (made: Made) => Promise<string>,
  outcome: Record<Ended, string>,
  /** What is on the card then, and what of it is held, where it was done. */
  money?: { balance: number; held: number },
][] = [
  [
    'a new authorization',
    async ({ cardNo }) => {
      const answer = await desk.authorize(cardNo, 1_000, undefined, payeeNo);
      return answer ? (answer.approved ? '' : answer.responseCode) : gone;
    },
    { employee: '62', unit: '', tenant: gone },
    { balance: 8_000, held: 4_000 },
  ],
  [
    'a capture of what was authorized before',
    async ({ open }) => answered(await desk.capture(open, 3_000)),
    { employee: '', unit: '', tenant: gone },
    { balance: 5_000, held: 0 },
  ],
  [
    'a reversal of what was authorized before',
    async ({ open }) => answered(await desk.send('reverse', { reference: open, reverseNo: randomUUID() })),
    { employee: '', unit: '', tenant: gone },
    { balance: 8_000, held: 0 },
  ],
  [
    'a refund of what was paid before',
    async ({ paymentId: id }) =>
      answered(await desk.call('consumption/refundConsumption', { id, amount: 500, reason: '退货' })),
    { employee: '', unit: '', tenant: signedOut },
    { balance: 8_500, held: 3_000 },
  ],
  [
    'freezing it',
    async ({ id }) => (await one('freezeCard', id)).answer,
    { employee: '当前状态为冻结，不能冻结', unit: '', tenant: signedOut },
  ],
  [
    'reporting it lost',
    async ({ id }) => (await one('reportLossCard', id)).answer,
    { employee: '', unit: '', tenant: signedOut },
  ],
  [
    'activating another card of the holder',
    async ({ employeeId }) => {
      const waiting = await madeCard(api, {
        ...desk.whose,
        employeeId,
        productId: desk.products.NAMED,
        faceAmount: 0,
        state: 'PENDING',
      });
      return (await one('activateCard', waiting)).answer;
    },
    { employee: '持卡人已离职，不能激活', unit: '', tenant: signedOut },
  ],
  [
    'redeeming it once nothing is held',
    async ({ id, open }) => {
      await desk.send('reverse', { reference: open, reverseNo: randomUUID() });
      const { answer, approvalId } = await one('redeemCard', id);
      return approvalId ? answered(await desk.decide(approvalId)) : answer;
    },
    { employee: '', unit: '', tenant: signedOut },
    { balance: 0, held: 0 },
  ],
];

describe.each(['employee', 'unit', 'tenant'] as const)('the %s is over:', (ended) => {
  test.each(table)('%s', async (_what, act, outcome, money) => {
    const mine = await card();
    await ends[ended](mine.employeeId);
    const answer = await act(mine);
    await prisma().tenant.update({ where: { id: tenantId }, data: { expiresAt: null } });
    expect(answer).toBe(outcome[ended]);
    const left = answer === '' && money ? money : { balance: 8_000, held: 3_000 };
    expect(await desk.moneyOn(mine.id)).toEqual(left);
    await expectInvariants(api, backdated);
  });
});

test('while a tenant is over nothing of its cards ends; once it goes on, what was due ends at once', async () => {
  desk.at('2026-07-31');
  const anonymous = await desk.loaded(500, { naming: 'ANONYMOUS', months: 1 });
  const { id } = await card();
  await ends.tenant();
  api.clock.setBusinessOffset(8 * dayLength);
  await expireCards(api.deps);
  await expireAuthorizations(api.deps);
  const state = async (of: string) =>
    (await prisma().card.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: of } } })).state;
  const { held } = await prisma().card.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  expect([await state(anonymous), held]).toEqual(['ACTIVE', 3_000n]);
  await prisma().tenant.update({ where: { id: tenantId }, data: { expiresAt: null } });
  await expireCards(api.deps);
  await expireAuthorizations(api.deps);
  expect([await state(anonymous), await desk.moneyOn(id)]).toEqual(['EXPIRED', { balance: 8_000, held: 0 }]);
});

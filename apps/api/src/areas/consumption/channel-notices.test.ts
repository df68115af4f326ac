import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { type PolicyMakers, policyForm, publishPolicy } from '../../../../../tests/support/policies.ts';
import {
  boundChannel,
  newNonce,
  type Signing,
  signedHeaders,
} from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let tenantId: string;
let makers: PolicyMakers;
let alipay: Signing;
let wechat: Signing;
let people: Person[];
/** Who pays: somebody else in each test, so that nothing is used yet. */
let person: Person;

interface Person {
  employeeId: string;
  merchantId: string;
  /** As a channel knows them. */
  who: { merchantNo: string; employeeNo: string };
}

beforeAll(async () => {
  api = await startTestApi();
  const { prisma } = api.deps.database;
  tenantId = (await prisma.tenant.findUniqueOrThrow({ where: { code: 'huadong' } })).id;
  const permissions = [
    'rule.view',
    'rule.edit',
    'consumption.view',
    'consumption.refund',
    'operationlog.view',
  ];
  makers = {
    maker: (await operator(api, '规则经办', { permissions })).token,
    checker: await api.signIn('13800000003'),
  };
  alipay = await boundChannel(api, tenantId);
  wechat = await boundChannel(api, tenantId, { channel: 'WECHAT' });
  const accounts = await prisma.limitAccount.findMany({
    where: {
      tenantId,
      available: { gt: 20_000 },
      expiresAt: null,
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    },
    include: { employee: { include: { merchant: true } } },
    orderBy: { id: 'asc' },
  });
  people = accounts.map(({ employeeId, merchantId, employee }) => ({
    employeeId,
    merchantId,
    who: { merchantNo: employee.merchant.merchantNo, employeeNo: employee.employeeNo },
  }));
});
afterAll(() => api.close());

beforeEach(() => {
  person = people.pop() as Person;
});

/** The id of the last call. */
let trace: string | null;

const newNumber = () => `C-${newNonce()}`;

async function send(action: string, input: object, signing = alipay, language = 'zh') {
  const path = `consumption/${action}`;
  const body = JSON.stringify(input);
  const headers = { ...signedHeaders(signing, path, body), 'Accept-Language': language };
  const answer = await fetch(`${api.url}/xyxlx/${path}`, { method: 'POST', headers, body });
  trace = answer.headers.get('x-request-id');
  return JSON.parse(await answer.text());
}

const paymentOf = <Given extends object>(given?: Given) => ({
  ...person.who,
  paymentNo: newNumber(),
  amount: 1_000,
  category: 'MEAL',
  ...(given as Given),
});
const refundOf = (paymentNo: string, amount: number, given: object = {}) => ({
  refundNo: newNumber(),
  paymentNo,
  amount,
  reason: '菜品售罄',
  ...given,
});
const records = (paymentNo: string) =>
  api.deps.database.prisma.consumptionRecord.findMany({ where: { tenantId, paymentNo } });
const available = async () => {
  const where = { tenantId, employeeId: person.employeeId };
  return Number((await api.deps.database.prisma.limitAccount.findFirstOrThrow({ where })).available);
};

const taken = { code: 406, success: false, msg: '交易流水号已被另一笔支付使用', result: null };
const missing = { code: 406, success: false, msg: '记录不存在', result: null };

describe('notifyPayment', () => {
  test('a payment that no policy judges is taken, and keeps the binding and its channel', async () => {
    const before = await available();
    const payment = paymentOf({ amount: 1_200, personalAmount: 200 });
    expect(await send('notifyPayment', payment, wechat)).toEqual({
      code: 200,
      success: true,
      msg: '',
      result: {
        approved: true,
        decision: {
          outcome: 'PASS',
          institution: null,
          versionNo: null,
          rule: null,
          askedAmount: 1_000,
          allowedAmount: 1_000,
          personalAmount: 200,
          reasons: [],
          candidates: [],
        },
      },
    });
    expect(await available()).toBe(before - 1_000);
    expect(await records(payment.paymentNo)).toMatchObject([
      { bindingId: wechat.bindingId, channel: 'WECHAT', state: 'SUCCESS', amount: 1_200n, personal: 200n },
    ]);
  });

  test('the policy’s decision in words; a decline is a committed FAILED record and 200 approved false', async () => {
    const { code, name } = await publishPolicy(
      api,
      makers,
      policyForm(person.employeeId, { excess: 'SPLIT' }),
    );
    const split = await send('notifyPayment', paymentOf({ amount: 5_800 }));
    expect(split.result).toMatchObject({
      approved: true,
      decision: {
        outcome: 'SPLIT',
        institution: { code, name },
        askedAmount: 5_800,
        allowedAmount: 5_000,
        personalAmount: 800,
      },
    });
    const before = await available();
    const hotel = paymentOf({ category: 'HOTEL' });
    const words = `制度「${name}」不支持该类目`;
    const declined = await send('notifyPayment', hotel);
    expect(declined).toMatchObject({ code: 200, success: true, result: { approved: false } });
    expect(declined.result.decision).toMatchObject({ outcome: 'DECLINED', allowedAmount: 0 });
    expect(declined.result.decision.reasons[0].words).toContain(words);
    expect(await records(hotel.paymentNo)).toMatchObject([{ state: 'FAILED', bindingId: alipay.bindingId }]);
    expect(await available()).toBe(before);
    expect(await send('notifyPayment', hotel), 'told again').toEqual(declined);
    const english = await send('notifyPayment', hotel, alipay, 'en');
    expect(english.result.decision.reasons[0].words).toContain(`Policy "${name}" is not for this category`);
  });

  test('what can’t be paid whatever the policies say is declined in words, and stays declined', async () => {
    const { prisma } = api.deps.database;
    const where = { tenantId_id: { tenantId, id: person.employeeId } };
    await prisma.employee.update({ where, data: { state: 'FROZEN' } });
    const payment = paymentOf();
    const answer = await send('notifyPayment', payment);
    expect(answer.result).toMatchObject({
      approved: false,
      decision: { outcome: 'DECLINED', reasons: [{ code: 'UNUSABLE', words: '员工或额度不可用' }] },
    });
    await prisma.employee.update({ where, data: { state: 'ACTIVE' } });
    expect(await send('notifyPayment', payment)).toEqual(answer);
    expect((await send('notifyPayment', paymentOf())).result.approved).toBe(true);
  });

  test('the same number and body is the same answer, whatever became of the payment since', async () => {
    const payment = paymentOf({ personalAmount: 0 });
    const first = await send('notifyPayment', payment);
    const after = await available();
    const { personalAmount: _, ...sparse } = payment;
    const turned = Object.fromEntries(Object.entries(sparse).reverse());
    expect(await send('notifyPayment', turned), 'in another order, the default left out').toEqual(first);
    expect(await available()).toBe(after);
    await send('notifyRefund', refundOf(payment.paymentNo, 1_000));
    expect(await send('notifyPayment', payment)).toEqual(first);
    expect(await records(payment.paymentNo)).toHaveLength(1);
  });

  test('the same number with any other field is 406 ∅', async () => {
    const payment = paymentOf({ mcc: '5812', city: '310100', payeeMerchantNo: person.who.merchantNo });
    expect((await send('notifyPayment', payment)).result.approved).toBe(true);
    const left = await available();
    const other = people.find(({ who }) => who.merchantNo === person.who.merchantNo) ?? (people[0] as Person);
    const { mcc: _, ...withoutMcc } = payment;
    for (const body of [
      { ...payment, ...other.who },
      { ...payment, amount: 1_001 },
      { ...payment, personalAmount: 1 },
      { ...payment, category: 'TRAVEL' },
      { ...payment, mcc: '5813' },
      { ...payment, city: '310101' },
      withoutMcc,
    ]) {
      expect(await send('notifyPayment', body)).toEqual(taken);
    }
    expect(await send('notifyPayment', payment, wechat), 'of another binding').toEqual(taken);
    expect(await available()).toBe(left);
    expect(await records(payment.paymentNo)).toHaveLength(1);
  });

  test('a number that nobody told of is no channel’s, be the payment the same', async () => {
    const admin = await api.signIn('13800000001');
    const paymentNo = `P${Date.now()}DEV`;
    const { employeeId, merchantId } = person;
    await api.call('dev/pay', { employeeId, paymentNo, amount: 1_000, category: 'MEAL' }, admin);
    expect(await records(paymentNo)).toMatchObject([{ merchantId, bindingId: null }]);
    expect(await send('notifyPayment', paymentOf({ paymentNo }))).toEqual(taken);
  });

  test('the same notification five times at once: one payment, five equal answers', async () => {
    const before = await available();
    const payment = paymentOf({ amount: 3_000 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('notifyPayment', payment)));
    expect(answers[0].result.approved).toBe(true);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await available()).toBe(before - 3_000);
    expect(await records(payment.paymentNo)).toHaveLength(1);
  });

  test('one number for two bodies at once: one is taken, the other 406 ∅', async () => {
    const second = people[0] as Person;
    const payment = paymentOf();
    const bodies = [payment, { ...payment, category: 'TRAVEL' }, { ...payment, ...second.who }];
    const answers = await Promise.all(bodies.map((body) => send('notifyPayment', body)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406, 406]);
    expect(answers.filter(({ code }) => code === 406)).toEqual([taken, taken]);
    expect(await records(payment.paymentNo)).toHaveLength(1);
  });

  test('one number told by two bindings at once: one is taken, the other 406 ∅', async () => {
    const payment = paymentOf();
    const second = await boundChannel(api, tenantId);
    const answers = await Promise.all([alipay, second].map((one) => send('notifyPayment', payment, one)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await records(payment.paymentNo)).toHaveLength(1);
  });

  test('merchant, employee and payee are those of the binding’s tenant: 406 记录不存在, another tenant’s as a missing one', async () => {
    const { prisma } = api.deps.database;
    const { id: otherTenant } = await prisma.tenant.findUniqueOrThrow({ where: { code: 'beichen' } });
    const foreign = await prisma.employee.findFirstOrThrow({
      where: { tenantId: otherTenant, state: 'ACTIVE' },
      include: { merchant: true },
    });
    const merchantNo = `X-${newNonce()}`;
    await prisma.merchant.update({
      where: { tenantId_id: { tenantId: otherTenant, id: foreign.merchantId } },
      data: { merchantNo },
    });
    const { employeeNo } = foreign;
    const elsewhere = people.find(({ merchantId }) => merchantId !== person.merchantId) as Person;
    for (const given of [
      { merchantNo, employeeNo },
      { payeeMerchantNo: merchantNo },
      { payeeMerchantNo: 'NOBODY' },
      { merchantNo: 'NOBODY' },
      { employeeNo: 'NOBODY' },
      { merchantNo: elsewhere.who.merchantNo, employeeNo: `${person.who.employeeNo}-NOBODY` },
    ]) {
      expect(await send('notifyPayment', paymentOf(given))).toEqual(missing);
    }
    // A number may be another merchant's in another tenant.
    await prisma.merchant.update({
      where: { tenantId_id: { tenantId: otherTenant, id: foreign.merchantId } },
      data: { merchantNo: person.who.merchantNo },
    });
    const shared = { payeeMerchantNo: person.who.merchantNo };
    expect((await send('notifyPayment', paymentOf(shared))).code).toBe(200);
    const own = await boundChannel(api, otherTenant);
    const payment = paymentOf({ ...shared, employeeNo });
    expect((await send('notifyPayment', payment, own)).code).toBe(200);
    expect(await records(payment.paymentNo)).toEqual([]);
  });

  test('the payee’s facts are kept, those that the channel names before those of the payee’s record', async () => {
    const { prisma } = api.deps.database;
    const { id } = await prisma.merchant.findFirstOrThrow({
      where: { tenantId, state: 'ACTIVE', id: { not: person.merchantId } },
    });
    const payee = await prisma.merchant.update({
      where: { tenantId_id: { tenantId, id } },
      data: { mcc: '5812', city: '310100' },
    });
    const payment = paymentOf({ payeeMerchantNo: payee.merchantNo, city: '440100' });
    expect((await send('notifyPayment', payment)).code).toBe(200);
    expect(await records(payment.paymentNo)).toMatchObject([
      { payeeMerchantId: id, mcc: '5812', city: '440100', merchantId: person.merchantId },
    ]);
  });
});

describe('notifyRefund', () => {
  /** A payment of so much that was taken. */
  async function paid(amount: number, given: object = {}): Promise<string> {
    const payment = paymentOf({ amount, ...given });
    expect((await send('notifyPayment', payment)).result.approved).toBe(true);
    return payment.paymentNo;
  }
  const refundedAmount = (answer: { result: { refundedAmount: number } | null }) =>
    answer.result?.refundedAmount;

  test('in parts, until nothing is left: then 可退余额不足 ∅; each refund has the channel’s own number', async () => {
    const before = await available();
    const paymentNo = await paid(3_000);
    const first = refundOf(paymentNo, 1_000);
    expect(refundedAmount(await send('notifyRefund', first))).toBe(1_000);
    expect(await records(first.refundNo)).toMatchObject([
      { type: 'REFUND', amount: 1_000n, bindingId: alipay.bindingId, channel: 'ALIPAY', reason: '菜品售罄' },
    ]);
    expect(await send('notifyRefund', refundOf(paymentNo, 2_001))).toEqual({
      code: 406,
      success: false,
      msg: '可退余额不足，最多可退 20.00 元',
      result: null,
    });
    expect(refundedAmount(await send('notifyRefund', refundOf(paymentNo, 2_000)))).toBe(3_000);
    expect(await records(paymentNo)).toMatchObject([{ state: 'REFUNDED', refunded: 3_000n }]);
    expect(await available()).toBe(before);
    expect(await send('notifyRefund', first), 'told again: as it was answered then').toMatchObject({
      result: { refundedAmount: 1_000 },
    });
    expect(await available()).toBe(before);
  });

  test('the same number with another body, or a number that is taken: 406 ∅', async () => {
    const paymentNo = await paid(3_000);
    const other = await paid(3_000);
    const refund = refundOf(paymentNo, 1_000);
    await send('notifyRefund', refund);
    const msg = '退款流水号已被另一笔退款使用';
    for (const body of [
      { ...refund, amount: 999 },
      { ...refund, reason: '其他' },
      { ...refund, paymentNo: other },
      { ...refund, refundNo: other },
    ]) {
      expect(await send('notifyRefund', body)).toMatchObject({ code: 406, msg });
    }
    expect(await records(paymentNo)).toMatchObject([{ refunded: 1_000n }]);
    expect(await records(other)).toMatchObject([{ refunded: 0n }]);
    expect(await send('notifyPayment', paymentOf({ paymentNo: refund.refundNo }))).toEqual(taken);
  });

  test('the whole of a payment notified five times at once: one refund, five equal answers', async () => {
    const before = await available();
    const paymentNo = await paid(3_000);
    const refund = refundOf(paymentNo, 3_000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('notifyRefund', refund)));
    expect(answers.map(refundedAmount)).toEqual(Array(5).fill(3_000));
    expect(await records(refund.refundNo)).toHaveLength(1);
    expect(await available()).toBe(before);
  });

  test('two refunds at once for what covers one: one is done, the other 可退余额不足 ∅', async () => {
    const paymentNo = await paid(3_000);
    const refunds = [refundOf(paymentNo, 2_000), refundOf(paymentNo, 2_000)];
    const answers = await Promise.all(refunds.map((refund) => send('notifyRefund', refund)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(answers.find(({ code }) => code === 406)?.msg).toContain('可退余额不足');
    expect(await records(paymentNo)).toMatchObject([{ refunded: 2_000n }]);
  });

  test('over the threshold it is done without a checker, where a user’s refund waits', async () => {
    const share = { personalAmount: 599_000 };
    const told = await paid(600_000, share);
    expect(refundedAmount(await send('notifyRefund', refundOf(told, 600_000)))).toBe(600_000);
    const [{ id } = { id: '' }] = await records(await paid(600_000, share));
    const input = { id, amount: 600_000, reason: '退款' };
    const { body } = await api.call('consumption/refundConsumption', input, makers.maker);
    expect(body.result.approvalId).toEqual(expect.any(String));
  });

  test('a payment of another channel or another tenant: 406 记录不存在, as a missing one ∅', async () => {
    const { prisma } = api.deps.database;
    const paymentNo = await paid(3_000);
    const { id: otherTenant } = await prisma.tenant.findUniqueOrThrow({ where: { code: 'beichen' } });
    const stranger = await boundChannel(api, otherTenant);
    expect(await send('notifyRefund', refundOf(paymentNo, 1_000), wechat)).toEqual(missing);
    expect(await send('notifyRefund', refundOf(paymentNo, 1_000), stranger)).toEqual(missing);
    expect(await send('notifyRefund', refundOf(newNumber(), 1_000))).toEqual(missing);
    expect(await records(paymentNo)).toMatchObject([{ refunded: 0n }]);
  });

  test('of a limit that has ended: on to the company’s fund at once, by the channel’s name', async () => {
    const { prisma } = api.deps.database;
    const paymentNo = await paid(3_000);
    const before = await available();
    const account = await prisma.limitAccount.findFirstOrThrow({
      where: { tenantId, employeeId: person.employeeId },
    });
    await prisma.limitAccount.update({
      where: { tenantId_id: { tenantId, id: account.id } },
      data: { expiresAt: api.clock.businessNow() },
    });
    const refund = refundOf(paymentNo, 2_000);
    expect(refundedAmount(await send('notifyRefund', refund))).toBe(2_000);
    expect(await available()).toBe(before);
    const [back] = await records(refund.refundNo);
    const flows = await prisma.fundFlow.findMany({ where: { tenantId, sourceId: back?.id ?? '' } });
    expect(flows).toMatchObject([{ kind: 'REFUND', delta: 2_000n, createdBy: back?.createdBy }]);
    const links = await prisma.limitAdjustment.findMany({
      where: { tenantId, accountId: account.id, reason: refund.refundNo },
    });
    expect(links).toMatchObject([{ type: 'RECOVER', source: 'SYSTEM', createdById: null }]);
    await prisma.limitAccount.update({
      where: { tenantId_id: { tenantId, id: account.id } },
      data: { expiresAt: null },
    });
  });

  test('what was declined, and what was given back whole, can’t be refunded', async () => {
    const declined = paymentOf({ amount: 1_000_000_000 });
    expect((await send('notifyPayment', declined)).result.approved).toBe(false);
    const msg = '该记录当前不可退款';
    expect(await send('notifyRefund', refundOf(declined.paymentNo, 1))).toMatchObject({ code: 406, msg });
    const paymentNo = await paid(1_000);
    const refund = refundOf(paymentNo, 1_000);
    await send('notifyRefund', refund);
    expect(await send('notifyRefund', refundOf(paymentNo, 1))).toMatchObject({ code: 406, msg });
    expect(await send('notifyRefund', refundOf(refund.refundNo, 1))).toMatchObject({ code: 406, msg });
  });

  test('the log says that the channel did it, and what it was refused', async () => {
    const paymentNo = await paid(1_000);
    const { name } = await api.deps.database.prisma.channelBinding.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: alipay.bindingId } },
    });
    const by = {
      module: 'consumption',
      action: 'notifyRefund',
      actorId: null,
      actorName: name,
      actorRoles: [],
    };
    const logged = () =>
      api.deps.database.prisma.operationLog.findMany({ where: { tenantId, traceId: trace ?? '' } });
    const refund = refundOf(paymentNo, 400);
    await send('notifyRefund', refund);
    expect(await logged()).toMatchObject([
      {
        ...by,
        result: 'SUCCESS',
        targetType: 'consumption',
        targetLabel: paymentNo,
        after: { state: 'PARTLY_REFUNDED', refundedAmount: 400, refundNo: refund.refundNo },
        reason: '菜品售罄',
      },
    ]);
    await send('notifyRefund', refund);
    expect(await logged(), 'told again it changes nothing').toEqual([]);
    await send('notifyRefund', refundOf(paymentNo, 601));
    expect(await logged()).toMatchObject([{ ...by, result: 'REFUSED', after: { amount: 601 } }]);
  });
});

test('a notice is neither changed nor deleted, whoever asks the database', async () => {
  const { prisma } = api.deps.database;
  const payment = paymentOf();
  await send('notifyPayment', payment);
  const where = { tenantId_number: { tenantId, number: payment.paymentNo } };
  await expect(prisma.channelNotice.update({ where, data: { refunded: 1n } })).rejects.toThrow();
  await expect(prisma.channelNotice.delete({ where })).rejects.toThrow();
  expect(await prisma.channelNotice.count({ where: { tenantId, number: payment.paymentNo } })).toBe(1);
});

test('after all of it everything that must hold holds', () => expectInvariants(api));

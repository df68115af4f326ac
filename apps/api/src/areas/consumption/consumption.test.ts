import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

let api: TestApi;
let maker: string;
let employeeId: string;

beforeAll(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
  const active = await api.call('merchant/queryMerchant', { state: ['ACTIVE'], pageSize: 200 }, maker);
  const open = new Set(active.body.result.list.map(({ id }: { id: string }) => id));
  const { body } = await api.call('employee/queryEmployee', { state: ['ACTIVE'], pageSize: 200 }, maker);
  employeeId = body.result.list.find((one: { merchant: { id: string } }) => open.has(one.merchant.id)).id;
  await api.call('limit/adjustLimit', { employeeId, type: 'INCREASE', amount: 500_000, reason: 't' }, maker);
});
afterAll(() => api.close());

const pay = async (input: object) => (await api.call('dev/pay', { employeeId, ...input }, maker)).body;
const refund = async (id: string, amount: number, headers = {}) =>
  (await api.call('consumption/refundConsumption', { id, amount, reason: '退货' }, maker, headers)).body;
const limits = async () => (await api.call('employee/getEmployee', { id: employeeId }, maker)).body.result;

describe('refunds', () => {
  it("Σ refunds ≤ amount: the company's share goes back first, the last fen closes the payment", async () => {
    const { result: paid } = await pay({ amount: 1_000, personalAmount: 400 });
    const before = await limits();
    const first = (await refund(paid.id, 700)).result;
    expect(first).toMatchObject({ state: 'PARTLY_REFUNDED', refundedAmount: 700, refundableAmount: 300 });
    expect(first.refunds[0]).toMatchObject({
      enterpriseAmount: 600,
      personalAmount: 100,
      relatedNo: paid.paymentNo,
    });
    expect((await limits()).availableLimit).toBe(before.availableLimit + 600);
    expect((await refund(paid.id, 301)).code).toBe(406);
    expect((await refund(paid.id, 300)).result.state).toBe('REFUNDED');
    expect((await refund(paid.id, 1)).code).toBe(406);
    await expectInvariants(api);
  });

  it('refund race: what goes back is at most the amount', async () => {
    const { result: paid } = await pay({ amount: 1_000 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(paid.id, 300)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    for (const { code, msg } of answers.filter((answer) => answer.code !== 200)) {
      expect(code).toBe(406);
      expect(msg).toContain('余额不足');
    }
    await expectInvariants(api);
  });

  it('refunds and revokings are in the log: who, from where, what changed and why', async () => {
    const till = { 'User-Agent': 'till/3' };
    const { result: paid } = await pay({ amount: 1_000 });
    await refund(paid.id, 300, till);
    const { result: other } = await pay({ amount: 500 });
    await api.call('consumption/revokeConsumption', { id: other.id, reason: '误刷' }, maker, till);
    const rows = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: { in: [paid.id, other.id] } },
      orderBy: { id: 'asc' },
    });
    const common = {
      actorName: '财务经办',
      module: 'consumption',
      targetType: 'consumption',
      result: 'SUCCESS',
      ip: '127.0.0.1',
      agent: 'till/3',
      traceId: expect.stringMatching(/./),
      durationMs: expect.any(Number),
    };
    const refundNo = expect.stringMatching(/^R/);
    expect(rows).toEqual([
      expect.objectContaining({
        ...common,
        action: 'refundConsumption',
        targetLabel: paid.paymentNo,
        before: { state: 'SUCCESS', refundedAmount: 0 },
        after: { state: 'PARTLY_REFUNDED', refundedAmount: 300, refundNo },
        reason: '退货',
      }),
      expect.objectContaining({
        ...common,
        action: 'revokeConsumption',
        targetLabel: other.paymentNo,
        before: { state: 'SUCCESS', refundedAmount: 0 },
        after: { state: 'REVOKED', refundedAmount: 500, refundNo },
        reason: '误刷',
      }),
    ]);
  });

  it('double click / same idempotency key: same answer; 1×', async () => {
    const { result: paid } = await pay({ amount: 1_000 });
    const key = { 'Idempotency-Key': 'refund-1' };
    const [one, two] = await Promise.all([refund(paid.id, 100, key), refund(paid.id, 100, key)]);
    expect(one).toEqual(two);
    expect(one.result.refundedAmount).toBe(100);
  });

  it.each([0, -1, 1.005, '12', null, 2 ** 53])(
    'amounts 0, −1, 1.005, "12", null, 2^53: 400 ∅ (%j)',
    async (amount) => {
      const { result: paid } = await pay({ amount: 1_000 });
      const before = await limits();
      expect((await refund(paid.id, amount as number)).code).toBe(400);
      expect(await limits()).toEqual(before);
      const { prisma } = api.deps.database;
      expect(await prisma.consumptionRecord.count({ where: { relatedId: paid.id } })).toBe(0);
      const kept = await prisma.consumptionRecord.findFirstOrThrow({ where: { id: paid.id } });
      expect(kept).toMatchObject({ state: 'SUCCESS', refunded: 0n });
    },
  );

  it("of an expired limit goes to the company's fund", async () => {
    const { result: paid } = await pay({ amount: 1_000 });
    const { prisma } = api.deps.database;
    await prisma.limitAccount.updateMany({
      where: { employeeId },
      data: { expiresAt: api.clock.businessNow() },
    });
    const before = await limits();
    await refund(paid.id, 1_000);
    const after = await limits();
    await prisma.limitAccount.updateMany({ where: { employeeId }, data: { expiresAt: null } });
    expect(after).toMatchObject({
      availableLimit: before.availableLimit,
      usedLimit: before.usedLimit - 1_000,
      recoveredLimit: before.recoveredLimit + 1_000,
    });
    const flow = await prisma.fundFlow.findFirst({
      where: { kind: 'REFUND' },
      orderBy: { createdAt: 'desc' },
    });
    expect(Number(flow?.delta)).toBe(1_000);
    await expectInvariants(api);
  });
});

describe('payments', () => {
  it('a channel number credits once', async () => {
    const paymentNo = 'P2026ONCE0001';
    const before = await limits();
    const [one, two] = await Promise.all([pay({ amount: 500, paymentNo }), pay({ amount: 500, paymentNo })]);
    expect(one.result.id).toBe(two.result.id);
    expect((await limits()).availableLimit).toBe(before.availableLimit - 500);
    const other = await pay({ amount: 900, paymentNo });
    expect(other).toMatchObject({ code: 406, msg: '交易流水号已被另一笔支付使用' });
  });

  it('of a disabled merchant are declined, refunds still allowed', async () => {
    const { result: paid } = await pay({ amount: 1_000 });
    const admin = await api.signIn('13800000001');
    const ids = [paid.merchant.id];
    await api.call('merchant/disableMerchant', { ids, reason: '投诉' }, admin);
    expect(await pay({ amount: 100 })).toMatchObject({ code: 406, msg: '商户已停用，不能消费' });
    expect((await refund(paid.id, 400)).result.refundedAmount).toBe(400);
    await api.call('merchant/enableMerchant', { ids, reason: '恢复' }, admin);
    expect((await pay({ amount: 100 })).code).toBe(200);
  });

  it('23:59:59.999 local is still that day: revoked then, a millisecond later only refunded', async () => {
    // 23:59:59.999 in Shanghai is 15:59:59.999 UTC, whatever zone the host is in; of tomorrow, on which nothing was paid yet.
    const endOfToday = Date.parse(`${shanghaiDay(api.clock.now())}T15:59:59.999Z`);
    const target = new Date(endOfToday + 86_400_000);
    const { clock } = api.deps;
    const at = (instant: Date) => Object.assign(clock, { businessNow: () => instant });
    const real = clock.businessNow;
    at(target);
    const { result: first } = await pay({ amount: 100 });
    const { result: second } = await pay({ amount: 100 });
    expect(first.revocable).toBe(true);
    const revoke = async (id: string) =>
      (await api.call('consumption/revokeConsumption', { id, reason: '误刷' }, maker)).body;
    expect((await revoke(first.id)).result.state).toBe('REVOKED');
    at(new Date(target.getTime() + 1));
    expect(await revoke(second.id)).toMatchObject({ code: 406, msg: '仅当日消费可以撤销，请使用退款' });
    expect((await refund(second.id, 100)).result.state).toBe('REFUNDED');
    const { body } = await api.call('home/getHome', {}, maker);
    expect(body.result.today).toBe(new Date(target.getTime() + 1 + 8 * 3_600_000).toISOString().slice(0, 10));
    expect(body.result.spend).toMatchObject({ yesterdayAmount: 200, todayAmount: 0, todayRefundAmount: 100 });
    Object.assign(clock, { businessNow: real });
    await expectInvariants(api);
  });
});

describe('the list', () => {
  it('gives every row once by cursor, in either order, and the same rows by number', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const filter = { sort: { field: 'paidAt', order }, pageSize: 90, type: ['CONSUME'] };
      const seen: string[] = [];
      const { body: first } = await api.call('consumption/queryConsumption', filter, maker);
      expect(first.result.total).toBeGreaterThan(filter.pageSize);
      let page = first.result;
      for (let pageNum = 2; ; pageNum++) {
        seen.push(...page.list.map(({ id }: { id: string }) => id));
        if (!page.cursor) break;
        const byNumber = await api.call('consumption/queryConsumption', { ...filter, pageNum }, maker);
        const { body } = await api.call(
          'consumption/queryConsumption',
          { ...filter, cursor: page.cursor },
          maker,
        );
        expect(body.result.list).toEqual(byNumber.body.result.list);
        page = body.result;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(first.result.total);
    }
  });

  it('takes SQL text literally, and refuses what is no filter of its own', async () => {
    const of = async (filter: object) =>
      (await api.call('consumption/queryConsumption', { pageSize: 200, ...filter }, maker)).body;
    expect((await of({ paymentNo: "%' OR 1=1 --" })).result.total).toBe(0);
    expect((await of({ sort: { field: 'id; DROP TABLE', order: 'asc' } })).code).toBe(400);
    expect((await of({ cursor: 'bm9wZQ' })).code).toBe(400);
    expect(
      (
        await of({
          cursor: Buffer.from('["x","00000000-0000-4000-8000-000000000000",1]').toString('base64url'),
        })
      ).code,
    ).toBe(400);
    expect((await of({ companyId: '00000000-0000-4000-8000-000000000000' })).code).toBe(400);
  });

  it("shows another tenant nothing: not by list, number, id or the record's merchant", async () => {
    const other = await api.signIn('13800000004');
    const { body } = await api.call('consumption/queryConsumption', { pageSize: 1 }, maker);
    const [row] = body.result.list;
    for (const filter of [
      { paymentNo: row.paymentNo },
      { merchantId: row.merchant.id },
      { employeeId: row.employee.id },
    ]) {
      expect((await api.call('consumption/queryConsumption', filter, other)).body.result.total).toBe(0);
    }
    expect((await api.call('consumption/getConsumption', { id: row.id }, other)).body.msg).toBe('记录不存在');
    expect(
      (await api.call('consumption/refundConsumption', { id: row.id, amount: 1, reason: 'x' }, other)).body
        .msg,
    ).toBe('记录不存在');
  });
});

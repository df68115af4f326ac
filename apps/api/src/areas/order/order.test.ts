import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordOrder } from '../../../../../tests/support/card-orders.ts';
import { type CardHolder, cardHolder, cardProduct } from '../../../../../tests/support/cards.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';
import { cardOrderInvariants } from './invariants.ts';

let api: TestApi;
let owner: pg.Client;
let maker: string;
let checker: string;
let holder: CardHolder;
let named: string;
let anonymous: string;
let virtual: string;
const tenantId = tenantIdOf('A');
const address = '上海市南京西路 1 号';

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  await enter();
  holder = await cardHolder(api, tenantId);
  named = await soldProduct({ faces: [300_000n, 500_000n], makingFee: 500n });
  const unnamed = { naming: 'ANONYMOUS', months: 36, makingFee: 500n } as const;
  anonymous = await soldProduct({ ...unnamed, faces: [50_000n] });
  virtual = await soldProduct({
    ...unnamed,
    ...{ form: 'VIRTUAL', faces: [], faceMin: 1_000n, faceMax: 100_000n, makingFee: 0n },
  });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** Writes a product past its checker. */
async function setProduct(id: string, set: string): Promise<void> {
  await owner.query('SET session_replication_role = replica');
  await owner.query(`UPDATE card_products SET ${set} WHERE id = $1`, [id]);
  await owner.query('SET session_replication_role = DEFAULT');
}

/** A product that is sold. */
async function soldProduct(change: object, of = tenantId): Promise<string> {
  const id = await cardProduct(api, of, change);
  await setProduct(id, `state = 'ENABLED'`);
  return id;
}

/** Sessions end with the days that a test lets pass. */
async function enter(): Promise<void> {
  const permissions = ['order.view', 'order.edit', 'operationlog.view'];
  ({ token: maker } = await operator(api, '订单经办', { permissions }));
  ({ token: checker } = await operator(api, '订单复核', { permissions: ['order.view', 'order.approve'] }));
}

const call = async (action: string, input: object, token = maker) =>
  (await api.call(`order/${action}`, input, token)).body;
const decide = async (action: 'approve' | 'reject' | 'withdraw', id: string | null, token = checker) =>
  (await api.call(`approval/${action}`, { id, ...(action === 'reject' && { reason: '数量有误' }) }, token))
    .body;
const refusedAs = (msg: string) => ({ code: 406, success: false, msg, result: null });
const oneNamed = () => [{ productId: named, faceAmount: 300_000, quantity: 1 }];
const add = (given: object = {}) =>
  call('addOrder', {
    ...{ merchantId: holder.merchantId, lines: oneNamed(), payMethod: 'FUND', address, ...given },
  });
type Added = CardOrderDetail & { approvalId: string };
const added = async (given: object = {}): Promise<Added> => {
  const { code, msg, result } = await add(given);
  expect([code, msg]).toEqual([200, '']);
  return result;
};
const shown = async (id: string): Promise<CardOrderDetail> => (await call('getOrder', { id })).result;
const approved = async (given: object = {}): Promise<CardOrderDetail> => {
  const { id, approvalId } = await added(given);
  expect(await decide('approve', approvalId)).toMatchObject({ code: 200 });
  return shown(id);
};
const fund = () =>
  api.deps.database.prisma.fundAccount.findUniqueOrThrow({
    where: {
      tenantId_companyId_kind: { tenantId, companyId: holder.companyId, kind: 'ENTERPRISE' },
    },
  });
const balance = async () => Number((await fund()).balance);
const refusedBySql = async (text: string, given: unknown[]) => {
  try {
    await owner.query(text, given);
    return '';
  } catch (fault) {
    return (fault as Error).message;
  }
};

describe('handing an order in', () => {
  test('worked example 2: 40 named and 100 anonymous cards: lines 17,000,000, fee 71,200, payable 17,071,200', async () => {
    await api.deps.database.prisma.company.update({
      where: { tenantId_id: { tenantId, id: holder.companyId } },
      data: { certification: 'VERIFIED' },
    });
    const row = await added({
      lines: [
        { productId: named, faceAmount: 300_000, quantity: 40 },
        { productId: anonymous, faceAmount: 50_000, quantity: 100 },
      ],
      invoiceTitle: '华东公司',
    });
    expect(row).toMatchObject({
      no: expect.stringMatching(/^KD\d{8}$/),
      ...{ merchant: { id: holder.merchantId }, company: { id: holder.companyId }, state: 'SUBMITTED' },
      ...{
        quantity: 140,
        amount: 17_000_000,
        feeAmount: 71_200,
        parcelFee: 1_200,
        payableAmount: 17_071_200,
      },
      ...{ paidAmount: 0, closesAt: null, address, invoiceTitle: '华东公司', payments: [] },
      lines: [
        { product: { id: named }, faceAmount: 300_000, quantity: 40, makingFee: 500, amount: 12_000_000 },
        { product: { id: anonymous }, faceAmount: 50_000, quantity: 100, makingFee: 500, amount: 5_000_000 },
      ],
    });
    const { list } = (await call('queryOrder', { keyword: row.no.toLowerCase() })).result;
    expect(list).toEqual([expect.objectContaining({ id: row.id, payableAmount: 17_071_200 })]);
  });

  test('virtual cards are not sent: no parcel to pay, no address kept', async () => {
    const lines = [{ productId: virtual, faceAmount: 12_345, quantity: 2 }];
    expect(await added({ lines })).toMatchObject({
      ...{ amount: 24_690, feeAmount: 0, parcelFee: 0, payableAmount: 24_690, address: null },
    });
  });

  test('its prices stay what they were when it was handed in', async () => {
    const dear = await soldProduct({ makingFee: 700n });
    const row = await added({ lines: [{ productId: dear, faceAmount: 100_000, quantity: 3 }] });
    await setProduct(dear, 'making_fee = 900');
    expect(await shown(row.id)).toMatchObject({ feeAmount: 3_300, lines: [{ makingFee: 700 }] });
  });

  test('a face that the product has not, or outside of its range, is refused', async () => {
    for (const [productId, faceAmount] of [
      [named, 400_000],
      [virtual, 999],
      [virtual, 100_001],
    ] as const) {
      expect(await add({ lines: [{ productId, faceAmount, quantity: 1 }] })).toMatchObject(
        refusedAs('面值不在产品范围'),
      );
    }
    for (const faceAmount of [1_000, 100_000]) {
      await added({ lines: [{ productId: virtual, faceAmount, quantity: 1 }] });
    }
  });

  test('a product that is not enabled, or of another tenant, is refused; so is a parcel without address', async () => {
    const foreign = await soldProduct({}, tenantIdOf('B'));
    for (const productId of [await cardProduct(api, tenantId), foreign]) {
      expect(await add({ lines: [{ productId, faceAmount: 100_000, quantity: 1 }] })).toMatchObject(
        refusedAs('产品未启用，不能下单'),
      );
    }
    expect(await add({ address: undefined })).toMatchObject(refusedAs('实体卡须填写收货地址'));
  });

  test('anonymous cards of 10,000 yuan and more are sold to a certified company alone', async () => {
    const { prisma } = api.deps.database;
    const where = { tenantId_id: { tenantId, id: holder.companyId } };
    const of = (quantity: number) => ({ lines: [{ productId: anonymous, faceAmount: 50_000, quantity }] });
    await prisma.company.update({ where, data: { certification: 'UNVERIFIED' } });
    expect(await add(of(20))).toMatchObject(refusedAs('购卡需实名：请补充企业认证'));
    expect((await added(of(19))).amount).toBe(950_000);
    await prisma.company.update({ where, data: { certification: 'VERIFIED' } });
    expect((await added(of(20))).amount).toBe(1_000_000);
  });

  test.each([
    ['no card', { quantity: 0 }],
    ['100,001 cards', { quantity: 100_001 }],
    ['part of a fen', { faceAmount: 1.5 }],
    ['a cvv', { cvv: '123' }],
  ])('%s: 400 ∅', async (_what, given) => {
    const { prisma } = api.deps.database;
    const before = await prisma.cardOrder.count();
    expect(await add({ lines: [{ ...oneNamed()[0], ...given }] })).toMatchObject({ code: 400 });
    expect(await prisma.cardOrder.count()).toBe(before);
  });
});

describe('its checker', () => {
  test('is not its maker; from the approval on there are seven days to pay', async () => {
    const { id, approvalId } = await added();
    expect(await decide('approve', approvalId, maker)).not.toMatchObject({ code: 200 });
    const { version } = await shown(id);
    expect(await call('payOrder', { id, version })).toMatchObject(refusedAs('当前状态为待审核，不能付款'));
    expect(await decide('approve', approvalId)).toMatchObject({ code: 200 });
    const row = await shown(id);
    expect(row.state).toBe('TO_PAY');
    const days =
      (new Date(row.closesAt as string).getTime() - new Date(row.updatedAt).getTime()) / 86_400_000;
    expect(days).toBe(7);
  });

  test('rejects it: changed it is handed in anew, at the prices of then; withdrawn it is over', async () => {
    const { id, no, approvalId } = await added();
    expect(await decide('reject', approvalId)).toMatchObject({ code: 200 });
    const { state, version } = await shown(id);
    expect(state).toBe('REJECTED');
    const lines = [{ productId: named, faceAmount: 500_000, quantity: 2 }];
    const edit = (given: object) =>
      call('editOrder', { id, version, lines, payMethod: 'FUND', address, ...given });
    expect(await edit({ version: version + 1 })).toMatchObject({ code: 406 });
    const { code, result } = await edit({});
    expect(code).toBe(200);
    expect(result).toMatchObject({
      ...{ id, no, state: 'SUBMITTED', quantity: 2, amount: 1_000_000, feeAmount: 2_200 },
      lines: [{ faceAmount: 500_000, quantity: 2 }],
    });
    expect(await edit({ version: result.version })).toMatchObject(refusedAs('当前状态为待审核，不能修改'));
    expect(await decide('withdraw', result.approvalId, maker)).toMatchObject({ code: 200 });
    expect((await shown(id)).state).toBe('CANCELLED');
  });
});

describe('paying', () => {
  test('takes the whole from the fund by one flow and one posting, once', async () => {
    const { id, no, version, payableAmount } = await approved();
    expect(payableAmount).toBe(301_700);
    const before = await balance();
    const answers = await Promise.all([0, 1].map(() => call('payOrder', { id, version })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(answers.find(({ code }) => code === 406)?.msg).toBe('订单已支付');
    expect(await balance()).toBe(before - 301_700);
    expect(await shown(id)).toMatchObject({
      ...{ state: 'PAID', paidAmount: 301_700 },
      payments: [{ method: 'FUND', amount: 301_700, createdBy: '订单经办' }],
    });
    const { prisma } = api.deps.database;
    const flows = await prisma.fundFlow.findMany({ where: { tenantId, sourceId: id } });
    expect(flows.map(({ kind, delta, remark }) => [kind, Number(delta), remark])).toEqual([
      ['CARD_PAY', -301_700, no],
    ]);
    const legs = await prisma.ledgerPosting.findMany({ where: { tenantId, sourceId: id } });
    expect(
      legs.map(({ kind, debitRole, creditRole, amount, companyId }) => [
        ...[kind, debitRole, creditRole, Number(amount), companyId],
      ]),
    ).toEqual([['ORDER_PAID', 'FUND', 'ORDER', 301_700, holder.companyId]]);
    await expectInvariants(api);
  });

  test('a fund that does not cover it refuses, and everything is as it was', async () => {
    const free = await balance();
    const quantity = Math.floor(free / 500_000) + 1;
    const { id, version } = await approved({ lines: [{ productId: named, faceAmount: 500_000, quantity }] });
    expect(await call('payOrder', { id, version })).toMatchObject(refusedAs('企业资金余额不足'));
    expect([await balance(), (await shown(id)).state]).toEqual([free, 'TO_PAY']);
  });

  test('paid and cancelled at once: one of both, and money only where it is paid', async () => {
    for (let n = 0; n < 4; n++) {
      const { id, version, payableAmount } = await approved();
      const before = await balance();
      const [paid, cancelled] = await Promise.all([
        call('payOrder', { id, version }),
        call('cancelOrder', { id, version, reason: '不需要了' }),
      ]);
      expect([paid.code, cancelled.code].sort()).toEqual([200, 406]);
      const isPaid = paid.code === 200;
      expect((await shown(id)).state).toBe(isPaid ? 'PAID' : 'CANCELLED');
      expect(await balance()).toBe(before - (isPaid ? payableAmount : 0));
    }
  });

  test('what waits or is over can’t be cancelled; nor paid by somebody who only looks', async () => {
    const { id, version } = await added();
    expect(await call('cancelOrder', { id, version, reason: '不需要了' })).toMatchObject(
      refusedAs('当前状态为待审核，不能取消'),
    );
    const open = await approved();
    const tried = await call('payOrder', { id: open.id, version: open.version }, checker);
    expect([tried.code, (await shown(open.id)).state]).toEqual([406, 'TO_PAY']);
    expect(tried.msg).toContain('权限');
  });
});

test('nobody pays for seven days: it is cancelled at that instant and not before, and never one that was paid', async () => {
  const unpaid = await approved();
  const open = await approved();
  await call('payOrder', { id: open.id, version: open.version });
  const due = Date.parse((await shown(unpaid.id)).closesAt as string);
  const at = (now: number) => ({ ...api.deps, clock: { ...api.clock, businessNow: () => new Date(now) } });
  await cancelUnpaidOrders(at(due - 1));
  expect((await shown(unpaid.id)).state).toBe('TO_PAY');
  await cancelUnpaidOrders(at(due));
  expect((await shown(unpaid.id)).state).toBe('CANCELLED');
  await cancelUnpaidOrders(at(due + 86_400_000));
  expect((await shown(open.id)).state).toBe('PAID');
  const { body } = await api.call('operationLog/queryOperationLog', { keyword: unpaid.no }, maker);
  expect(body.result.list[0]).toMatchObject({ action: 'cancelUnpaidOrders' });
});

describe('the database', () => {
  test('refuses an order that its lines or payments don’t come to, and figures other than what was handed in', async () => {
    const { id } = await recordOrder(api, { tenantId, state: 'TO_PAY' });
    const { id: paidId } = await recordOrder(api, { tenantId, state: 'PAID' });
    const line = `INSERT INTO card_order_lines (tenant_id, order_id, line_no, product_id, form, naming, face_amount, quantity, making_fee)
      SELECT $1, $2, 2, product_id, form, naming, 100, 1, 0 FROM card_order_lines WHERE tenant_id = $1 AND order_id = $2`;
    const payment = `INSERT INTO card_order_payments (tenant_id, order_id, method, amount, paid_at, created_by) VALUES ($1, $2, 'FUND', 1300, now(), 'x')`;
    for (const [of, text, words] of [
      [id, line, 'refuse_untied_order'],
      [id, payment, 'refuse_untied_order'],
      [paidId, payment, 'card_order_payments_tenant_id_order_id_key'],
      [id, `DELETE FROM card_order_lines WHERE tenant_id = $1 AND order_id = $2`, 'refuse_untied_order'],
      [
        id,
        `UPDATE card_orders SET paid = payable, state = 'PAID' WHERE tenant_id = $1 AND id = $2`,
        'refuse_untied_order',
      ],
      [id, `UPDATE card_orders SET paid = payable WHERE tenant_id = $1 AND id = $2`, 'card_orders_paid'],
      [
        id,
        `UPDATE card_orders SET fee = fee + 1, payable = payable + 1 WHERE tenant_id = $1 AND id = $2`,
        'refuse_other_order',
      ],
      [
        id,
        `UPDATE card_orders SET state = 'SUBMITTED' WHERE tenant_id = $1 AND id = $2`,
        'refuse_other_order',
      ],
      [
        paidId,
        `UPDATE card_orders SET state = 'CANCELLED', paid = 0 WHERE tenant_id = $1 AND id = $2`,
        'refuse_other_order',
      ],
      [paidId, `UPDATE card_order_payments SET amount = 1 WHERE tenant_id = $1 AND order_id = $2`, 'append'],
      [id, `UPDATE card_order_lines SET quantity = 2 WHERE tenant_id = $1 AND order_id = $2`, 'append'],
    ] as const) {
      expect([text, await refusedBySql(text, [tenantId, of])]).toEqual([
        text,
        expect.stringContaining(words),
      ]);
    }
  });

  test('orderAddsUp sees a payment that left no flow', async () => {
    const { orderNo } = await recordOrder(api, { tenantId, state: 'PAID' });
    const { rows } = await owner.query(cardOrderInvariants[0]?.violations as string, [tenantId]);
    expect(rows.map(({ what }) => what)).toContain(orderNo);
  });
});

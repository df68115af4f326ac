import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import type { StatementLineOrder } from '@xyxlx/contracts/statement';
import type { MatchedLine } from '@xyxlx/contracts/top-up-match';
import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CardHolder, cardHolder, cardProduct } from '../../../../../tests/support/cards.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { postMissing } from '../../../../../tests/support/post-missing.ts';
import {
  boundChannel,
  newNonce,
  type Signing,
  signedHeaders,
} from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let owner: pg.Client;
let maker: string;
let checker: string;
let claimer: string;
let holder: CardHolder;
let productId: string;
let wechat: Signing;
let made = 0;
const tenantId = tenantIdOf('A');

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  const permissionsOf = { permissions: ['order.view', 'order.edit', 'topup.view', 'topup.edit'] as const };
  ({ token: maker } = await operator(api, '订单经办', { permissions: [...permissionsOf.permissions] }));
  ({ token: checker } = await operator(api, '复核', { permissions: ['order.approve', 'topup.approve'] }));
  ({ token: claimer } = await operator(api, '认领', { permissions: ['topup.view', 'topup.edit'] }));
  holder = await cardHolder(api, tenantId);
  productId = await cardProduct(api, tenantId, { faces: [100_000n, 600_000n] });
  await owner.query('SET session_replication_role = replica');
  await owner.query(`UPDATE card_products SET state = 'ENABLED' WHERE id = $1`, [productId]);
  await owner.query('SET session_replication_role = DEFAULT');
  wechat = await boundChannel(api, tenantId, { channel: 'WECHAT' });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const refusedAs = (msg: string) => ({ code: 406, success: false, msg, result: null });
const add = (payMethod: string, faceAmount = 100_000) =>
  call('order/addOrder', {
    ...{ merchantId: holder.merchantId, payMethod, address: '上海市南京西路 1 号' },
    lines: [{ productId, faceAmount, quantity: 1 }],
  });
const decide = (action: 'approve' | 'reject', id: string) =>
  call(`approval/${action}`, { id, ...(action === 'reject' && { reason: '不对' }) }, checker);
async function toPay(payMethod: string): Promise<CardOrderDetail> {
  const { code, msg, result } = await add(payMethod);
  expect([code, msg]).toEqual([200, '']);
  expect(await decide('approve', result.approvalId)).toMatchObject({ code: 200 });
  return shown(result.id);
}
const shown = async (id: string): Promise<CardOrderDetail> => (await call('order/getOrder', { id })).result;
async function cancel({ id, version }: CardOrderDetail) {
  return call('order/cancelOrder', { id, version, reason: '不需要了' });
}

/** A line of so much that came to an account at a bank. */
async function lineOf(amount: number, said: { payer?: string; summary?: string; accountId?: string } = {}) {
  made += 1;
  const { prisma } = api.deps.database;
  const account = await prisma.platformAccount.findFirstOrThrow({ where: { tenantId, kind: 'BANK' } });
  const line = await prisma.statementLine.create({
    data: {
      ...{ tenantId, accountId: account.id, bankNo: `PW${made}`, direction: 'IN', state: 'UNCLAIMED' },
      ...{ amount, balanceAfter: amount, at: api.clock.businessNow(), ...said },
    },
  });
  await postMissing(api, 'statementLine');
  return { ...line, accountCompanyId: account.companyId };
}
const claim = (lineId: string, given: object, token = claimer) =>
  call('fund/claimTopUp', { lineId, ...given }, token);
const legsOf = async (id: string) => {
  const rows = await api.deps.database.prisma.ledgerPosting.findMany({ where: { tenantId, sourceId: id } });
  return rows.map(({ kind, debitRole, creditRole, amount }) => [kind, debitRole, creditRole, Number(amount)]);
};
const balance = async () => {
  const { companyId } = holder;
  const where = { tenantId_companyId_kind: { tenantId, companyId, kind: 'ENTERPRISE' as const } };
  return Number((await api.deps.database.prisma.fundAccount.findUniqueOrThrow({ where })).balance);
};
async function upload(id: string, token = maker) {
  const form = new FormData();
  form.append('id', id);
  form.append('file', new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n']), '回单.pdf');
  const answer = await fetch(`${api.url}/xyxlx/order/uploadProof`, {
    ...{ method: 'POST', headers: { Authorization: token }, body: form },
  });
  return (await answer.json()) as { code: number; msg: string; result: CardOrderDetail };
}
async function tell(topUpNo: string, amount: number, flowNo = `F-${newNonce()}`, status = 'SUCCESS') {
  const body = JSON.stringify({ topUpNo, flowNo, status, amount });
  const headers = signedHeaders(wechat, 'topup/notifyTopUp', body, { at: api.deps.clock.now() });
  const answer = await fetch(`${api.url}/xyxlx/topup/notifyTopUp`, { method: 'POST', headers, body });
  return (await answer.json()) as { code: number; msg: string; result: { state: string } };
}
const topUpOf = async (id: string) =>
  api.deps.database.prisma.topUp.findFirstOrThrow({ where: { tenantId, orderId: id } });
const asked = async (order: CardOrderDetail) => {
  const { id, version } = order;
  const body = await call('order/payOrder', { id, version, channel: 'WECHAT' });
  expect(body).toMatchObject({ code: 200, result: { state: 'TO_PAY' } });
  return body.result.incoming as NonNullable<CardOrderDetail['incoming']>;
};

describe('by transfer', () => {
  test('says where to send it while it waits, by the whole number of an account', async () => {
    const { prisma } = api.deps.database;
    const order = await toPay('TRANSFER');
    const account = await prisma.platformAccount.findFirstOrThrow({
      where: { tenantId, accountNo: order.payTo?.accountNo ?? '' },
    });
    expect([order.payTo?.name, account.kind, account.state]).toEqual([account.name, 'BANK', 'ACTIVE']);
    expect((await toPay('FUND')).payTo).toBeNull();
    expect((await cancel(order)).result).toMatchObject({ state: 'CANCELLED', payTo: null });
  });

  test('its number in 摘要 goes together best, then the payer, then the amount alone; a tie proposes nobody', async () => {
    const [one, two] = [await toPay('TRANSFER'), await toPay('TRANSFER')];
    const amount = one.payableAmount;
    const byNo = await lineOf(amount, { summary: `购卡 ${one.no.slice(0, 2)}-${one.no.slice(2)} 款` });
    const byPayer = await lineOf(amount, { payer: one.company.name });
    const byAmount = await lineOf(amount, { payer: '另一家公司' });
    const matches: MatchedLine[] = (await call('fund/queryOrderLine', { id: one.id }, claimer)).result;
    const of = (id: string) => matches.find(({ line }) => line.id === id);
    expect([of(byNo.id), of(byPayer.id), of(byAmount.id)]).toMatchObject([
      { score: 100, isProposed: true },
      { score: 80, isProposed: false },
      { score: 40, isProposed: false },
    ]);
    const orders: StatementLineOrder[] = (await call('fund/queryLineOrder', { id: byPayer.id }, claimer))
      .result;
    expect(orders.some(({ isProposed }) => isProposed)).toBe(false);
    const named: StatementLineOrder[] = (await call('fund/queryLineOrder', { id: byNo.id }, claimer)).result;
    expect(named[0]).toMatchObject({ score: 100, isProposed: true, order: { id: one.id, no: one.no } });
    expect(named.map(({ order }) => order.id)).toContain(two.id);
    expect((await call('fund/queryOrderLine', { id: (await toPay('FUND')).id }, claimer)).result).toEqual([]);
    await Promise.all([cancel(one), cancel(two)]);
  });

  test('a proof is kept while the order waits, and shown to who sees the order', async () => {
    const order = await toPay('TRANSFER');
    const { code, result } = await upload(order.id);
    expect([code, result.proofs.map(({ fileName }) => fileName)]).toEqual([200, ['回单.pdf']]);
    const answer = await fetch(`${api.url}/xyxlx/order/downloadProof`, {
      method: 'POST',
      headers: { Authorization: maker, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: result.proofs[0]?.id }),
    });
    expect(await answer.text()).toContain('%PDF-1.7');
    expect((await upload(order.id, claimer)).code).toBe(406);
    await cancel(await shown(order.id));
    expect((await upload(order.id)).msg).toBe('仅待付款的转账订单可上传凭证');
    expect((await upload((await toPay('FUND')).id)).msg).toBe('仅待付款的转账订单可上传凭证');
  });

  test('whoever sees one company alone is proposed neither orders nor lines of another', async () => {
    const order = await toPay('TRANSFER');
    const branches = [1, 2, 3].map((n) => companyId('A', n));
    const [elsewhere = ''] = branches.filter((id) => id !== holder.companyId);
    const of = { permissions: ['topup.view', 'topup.edit'], dataScope: 'COMPANY_TREE' as const };
    const { token: stranger } = await operator(api, '另一公司', { ...of, companyId: elsewhere });
    const { token: local } = await operator(api, '本单位', {
      ...{ ...of, dataScope: 'MERCHANTS', merchantIds: [holder.merchantId] },
    });
    const { rows } = await owner.query(
      `INSERT INTO platform_accounts (tenant_id, platform_id, company_id, kind, name, bank, account_no, state)
       SELECT $1, p.id, $2, 'BANK', '收款户', '银行', '6222000011114444', 'ACTIVE' FROM platforms p WHERE p.tenant_id = $1 LIMIT 1 RETURNING id`,
      [tenantId, elsewhere],
    );
    await lineOf(order.payableAmount);
    const seen = await lineOf(order.payableAmount, { accountId: rows[0].id });
    expect((await call('fund/queryLineOrder', { id: seen.id }, stranger)).result).toEqual([]);
    expect((await call('fund/queryLineOrder', { id: seen.id }, claimer)).result).not.toEqual([]);
    expect(await claim(seen.id, { orderId: order.id }, stranger)).toMatchObject({ code: 406 });
    expect((await call('fund/queryOrderLine', { id: order.id }, local)).result).toEqual([]);
    expect((await call('fund/queryOrderLine', { id: order.id }, claimer)).result).not.toEqual([]);
    await cancel(await shown(order.id));
  });

  test('a line of its amount, claimed for it and agreed to by somebody else, pays it once: UNCLAIMED → ORDER', async () => {
    const order = await toPay('TRANSFER');
    const line = await lineOf(order.payableAmount);
    const other = await lineOf(order.payableAmount + 1);
    const offered = (await call('fund/queryLineOrder', { id: line.id }, claimer)).result;
    expect(offered.map(({ order: { id } }: StatementLineOrder) => id)).toContain(order.id);
    expect((await call('fund/queryLineOrder', { id: other.id }, claimer)).result).toEqual([]);
    const lines = (await call('fund/queryOrderLine', { id: order.id }, claimer)).result;
    expect(lines.map(({ line: { id } }: MatchedLine) => id)).toContain(line.id);
    expect(await claim(other.id, { orderId: order.id })).toMatchObject({ code: 406 });
    expect(await claim(line.id, {})).toMatchObject(refusedAs('请选择公司、订单或待认领的充值之一'));
    const before = await balance();
    const { code, result } = await claim(line.id, { orderId: order.id });
    expect([code, result.state, result.claim.order.no]).toEqual([200, 'CLAIMED', order.no]);
    expect(await shown(order.id)).toMatchObject({
      ...{ state: 'TO_PAY', incoming: { channel: 'TRANSFER', state: 'SUBMITTED', bankNo: line.bankNo } },
    });
    const second = await lineOf(order.payableAmount);
    expect(await claim(second.id, { orderId: order.id }), 'one claim an order').toMatchObject({ code: 406 });
    expect(await decide('approve', result.approvalId)).toMatchObject({ code: 200 });
    expect(await shown(order.id)).toMatchObject({
      ...{ state: 'PAID', paidAmount: order.payableAmount, incoming: null },
      payments: [
        { method: 'TRANSFER', channel: 'TRANSFER', flowNo: line.bankNo, amount: order.payableAmount },
      ],
    });
    expect(await balance(), 'past the fund').toBe(before);
    expect(await legsOf(order.id)).toEqual([['ORDER_PAID', 'UNCLAIMED', 'ORDER', order.payableAmount]]);
    expect(await claim(line.id, { orderId: order.id })).toMatchObject(refusedAs('该流水已被认领'));
    await expectInvariants(api);
  });

  test('a claim that is rejected leaves order and line as they were', async () => {
    const order = await toPay('TRANSFER');
    const line = await lineOf(order.payableAmount);
    const { result } = await claim(line.id, { orderId: order.id });
    expect(await decide('reject', result.approvalId)).toMatchObject({ code: 200 });
    expect(await shown(order.id)).toMatchObject({ state: 'TO_PAY', incoming: null });
    expect(await claim(line.id, { orderId: order.id })).toMatchObject({ code: 200 });
  });

  test('agreed to after the order was cancelled it is the company’s, marked late', async () => {
    const order = await toPay('TRANSFER');
    const line = await lineOf(order.payableAmount);
    const { result } = await claim(line.id, { orderId: order.id });
    await cancel(await shown(order.id));
    const before = await balance();
    expect(await decide('approve', result.approvalId)).toMatchObject({ code: 200 });
    expect(await balance()).toBe(before + order.payableAmount);
    expect(await shown(order.id)).toMatchObject({ state: 'CANCELLED', paidAmount: 0, payments: [] });
    const topUp = await topUpOf(order.id);
    expect(topUp).toMatchObject({ state: 'SUCCESS', late: true });
    expect(await legsOf(topUp.id)).toEqual([['TOP_UP', 'UNCLAIMED', 'FUND', order.payableAmount]]);
    await expectInvariants(api);
  });

  test('it is not paid from the fund; nor does a line pay another kind of order', async () => {
    const { id, version, payableAmount } = await toPay('TRANSFER');
    expect((await call('order/payOrder', { id, version })).code).toBe(406);
    const fromFund = await toPay('FUND');
    const line = await lineOf(payableAmount);
    expect(await claim(line.id, { orderId: fromFund.id })).toMatchObject({ code: 406 });
  });
});

describe('by a channel', () => {
  test('from 5,000 yuan on an order is paid by transfer', async () => {
    expect(await add('CHANNEL', 600_000)).toMatchObject(refusedAs('金额达 5,000.00 元须转账支付'));
    expect(await add('TRANSFER', 600_000)).toMatchObject({ code: 200 });
  });

  test('a code without credit cards asks for it; told five times at once it is paid once: CHANNEL → ORDER', async () => {
    const order = await toPay('CHANNEL');
    const unsaid = await call('order/payOrder', { id: order.id, version: order.version });
    expect([unsaid.code, unsaid.msg]).toEqual([406, '请选择支付渠道']);
    const unbound = { id: order.id, version: order.version, channel: 'UNIONPAY' };
    expect(await call('order/payOrder', unbound)).toMatchObject(refusedAs('渠道未绑定'));
    const { no, payUrl } = await asked(order);
    const { searchParams } = new URL(payUrl as string);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ no, amount: String(order.payableAmount) },
    });
    const before = await balance();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => tell(no, order.payableAmount, 'FLOW-of-one')),
    );
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
    expect(await shown(order.id)).toMatchObject({
      ...{ state: 'PAID', paidAmount: order.payableAmount, incoming: null },
      payments: [{ method: 'CHANNEL', channel: 'WECHAT', flowNo: 'FLOW-of-one' }],
    });
    expect(await balance()).toBe(before);
    expect(await legsOf(order.id)).toEqual([['ORDER_PAID', 'CHANNEL_WECHAT', 'ORDER', order.payableAmount]]);
    const next = await toPay('CHANNEL');
    const again = await asked(next);
    expect((await tell(again.no, next.payableAmount, 'FLOW-of-one')).msg).toBe('渠道流水号已使用');
    expect((await shown(next.id)).state).toBe('TO_PAY');
    await expectInvariants(api);
  });

  test('asked again there is one code; who still pays the one before finds the order paid or pays it', async () => {
    const order = await toPay('CHANNEL');
    const first = await asked(order);
    const second = await asked(order);
    expect(second.no).not.toBe(first.no);
    expect(await tell(first.no, order.payableAmount)).toMatchObject({ result: { state: 'SUCCESS' } });
    expect((await shown(order.id)).state).toBe('PAID');
    const before = await balance();
    expect(await tell(second.no, order.payableAmount)).toMatchObject({ result: { state: 'SUCCESS' } });
    expect(await balance(), 'the second is the company’s').toBe(before + order.payableAmount);
    await expectInvariants(api);
  });

  test('while somebody is paying no other code is given', async () => {
    const order = await toPay('CHANNEL');
    const { no } = await asked(order);
    await tell(no, order.payableAmount, undefined, 'PAYING');
    const { id, version } = order;
    expect(await call('order/payOrder', { id, version, channel: 'WECHAT' })).toMatchObject(
      refusedAs('订单正在支付中，请稍候'),
    );
  });

  test('paid after the channel told of a failure it is paid, and nothing of that is late', async () => {
    const order = await toPay('CHANNEL');
    const { no } = await asked(order);
    expect(await tell(no, order.payableAmount, 'FLOW-again', 'FAILED')).toMatchObject({ code: 200 });
    expect(await tell(no, order.payableAmount, 'FLOW-again')).toMatchObject({ code: 200 });
    expect((await shown(order.id)).state).toBe('PAID');
    expect(await topUpOf(order.id)).toMatchObject({ state: 'SUCCESS', late: false });
  });

  test('another amount pays nothing', async () => {
    const order = await toPay('CHANNEL');
    const { no } = await asked(order);
    expect((await tell(no, order.payableAmount + 1)).msg).toBe('金额不一致');
    expect(await shown(order.id)).toMatchObject({ state: 'TO_PAY', paidAmount: 0 });
  });

  test('paid and cancelled at once: one of both; the money is the order’s or the company’s, late', async () => {
    for (let n = 0; n < 4; n++) {
      const order = await toPay('CHANNEL');
      const { no } = await asked(order);
      const before = await balance();
      const [paid, cancelled] = await Promise.all([tell(no, order.payableAmount), cancel(order)]);
      expect(paid).toMatchObject({ code: 200, result: { state: 'SUCCESS' } });
      const isCancelled = cancelled.code === 200;
      expect(await shown(order.id)).toMatchObject({
        ...{ state: isCancelled ? 'CANCELLED' : 'PAID', paidAmount: isCancelled ? 0 : order.payableAmount },
      });
      expect(await balance()).toBe(before + (isCancelled ? order.payableAmount : 0));
      expect((await topUpOf(order.id)).late).toBe(isCancelled);
    }
    await expectInvariants(api);
  });
});

test('the database refuses a payment that nothing came for, and money for another order or amount', async () => {
  const order = await toPay('CHANNEL');
  const { no } = await asked(order);
  const transfer = await toPay('TRANSFER');
  const pay = `INSERT INTO card_order_payments (tenant_id, order_id, method, amount, paid_at, created_by, top_up_id, external_no)
    SELECT tenant_id, $2::uuid, 'CHANNEL', received, now(), 'x', id, 'x' FROM top_ups WHERE tenant_id = $1 AND top_up_no = $3`;
  const open = `INSERT INTO top_ups (tenant_id, top_up_no, target, company_id, order_id, amount, received, channel, binding_id, closes_at, state)
    SELECT tenant_id, 'CZX' || $3, target, company_id, $2::uuid, amount, received, channel, binding_id, closes_at, state
    FROM top_ups WHERE tenant_id = $1 AND top_up_no = $3`;
  for (const [text, orderId, words] of [
    [pay, order.id, 'refuse_other_receipt'],
    [pay, transfer.id, 'refuse_other_receipt'],
    [pay.replace(`'CHANNEL'`, `'FUND'`), order.id, 'card_order_payments_way'],
    [open, order.id, 'top_ups_one_open_an_order'],
    [open, transfer.id, 'refuse_other_payable'],
    [
      open.replace(
        'amount, received, channel, binding_id, closes_at, state\n',
        'amount + 1, received + 1, channel, binding_id, closes_at, state\n',
      ),
      order.id,
      'refuse_other_payable',
    ],
  ] as const) {
    const refused = await owner.query('BEGIN').then(async () => {
      try {
        await owner.query(text, [tenantId, orderId, no]);
        if (text.includes('payments')) {
          await owner.query(`SET CONSTRAINTS card_order_payments_came IMMEDIATE`);
        }
        return '';
      } catch (fault) {
        return (fault as Error).message;
      }
    });
    await owner.query('ROLLBACK');
    expect([words, refused]).toEqual([words, expect.stringContaining(words)]);
  }
});

test('from when a unit pays by transfer is told of units that one sees', async () => {
  const rule = (merchantId: string, token = maker) => call('order/getRule', { merchantId }, token);
  expect((await rule(holder.merchantId)).result).toEqual({
    transferOnlyFrom: 500_000,
    realNameFrom: 1_000_000,
  });
  const foreign = await cardHolder(api, tenantIdOf('B'));
  expect(await rule(foreign.merchantId)).toMatchObject(refusedAs('记录不存在'));
});

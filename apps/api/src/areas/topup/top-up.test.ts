import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardHolder, cardProduct, madeCard } from '../../../../../tests/support/cards.ts';
import { csvLines } from '../../../../../tests/support/csv-lines.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import {
  boundChannel,
  newNonce,
  type Signing,
  signedHeaders,
} from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { closeTopUps } from './close-top-ups.ts';
import { topUpInvariants } from './invariants.ts';

let api: TestApi;
let maker: string;
let makerId: string;
let wechat: Signing;
let owner: pg.Client;
const tenantId = tenantIdOf('A');
const company = companyId('A', 0);
const permissions = ['topup.view', 'topup.edit', 'topup.export', 'operationlog.view'] as const;

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  await enter('充值经办');
  wechat = await boundChannel(api, tenantId, { channel: 'WECHAT' });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** A session ends with the hours that a test lets pass. */
async function enter(name: string): Promise<void> {
  const { token, session } = await operator(api, name, { permissions: [...permissions] });
  [maker, makerId] = [token, session.userId];
}

const call = async (action: string, input: object, token = maker) =>
  (await api.call(`topup/${action}`, input, token)).body;
const add = (given: object = {}) =>
  call('addTopUp', { target: 'COMPANY', id: company, amount: 1_000_000, channel: 'WECHAT', ...given });
const added = async (given: object = {}): Promise<TopUpDetail> => {
  const { code, msg, result } = await add(given);
  expect([code, msg]).toEqual([200, '']);
  return result;
};
const shown = async (id: string): Promise<TopUpDetail> => (await call('getTopUp', { id })).result;

/** A card of somebody that is active, with 300 yuan on it unless it is said. */
async function activeCard(of = tenantId, { balance = 30_000, reloadable = true } = {}) {
  const holder = await cardHolder(api, of);
  const productId = await cardProduct(api, of, { reloadable });
  return { id: await madeCard(api, { ...holder, productId, balance }), companyId: holder.companyId };
}

type Notice = { topUpNo: string; flowNo: string; status: string; amount: number };
const noticeOf = ({ no, amount }: TopUpDetail, given: Partial<Notice> = {}): Notice => ({
  ...{ topUpNo: no, flowNo: `F-${newNonce()}`, status: 'SUCCESS', amount, ...given },
});

async function send(notice: object, signing = wechat, given: Parameters<typeof signedHeaders>[3] = {}) {
  const body = JSON.stringify(notice);
  const headers = signedHeaders(signing, 'topup/notifyTopUp', body, { at: api.deps.clock.now(), ...given });
  const answer = await fetch(`${api.url}/xyxlx/topup/notifyTopUp`, { method: 'POST', headers, body });
  return JSON.parse(await answer.text());
}
const free = async (of = company) => {
  const where = { tenantId, companyId: of, kind: 'ENTERPRISE' as const };
  return Number((await api.deps.database.prisma.fundAccount.findFirst({ where }))?.balance ?? 0);
};
const legsOf = async (id: string) => {
  const rows = await api.deps.database.prisma.ledgerPosting.findMany({
    where: { tenantId, sourceId: id },
    orderBy: { leg: 'asc' },
  });
  return rows.map(({ kind, debitRole, creditRole, amount }) => [kind, debitRole, creditRole, Number(amount)]);
};
const told = (words: string) =>
  api.deps.database.prisma.notification.count({
    where: { tenantId, userId: makerId, kind: 'topUp.exception', titleZh: { contains: words } },
  });
const ok = (state: string) => ({ code: 200, success: true, msg: '', result: { state } });
const refusedAs = (msg: string) => ({ code: 406, success: false, msg, result: null });

describe('beginning a top-up', () => {
  test('the fee of the channel’s rate is half up, and the payer has two hours and no credit card', async () => {
    const before = await free();
    const row = await added({ amount: 12_583, remark: '十一月' });
    expect(row).toMatchObject({
      no: expect.stringMatching(/^CZ\d{8}$/),
      ...{ target: 'COMPANY', company: { id: company }, card: null, channel: 'WECHAT', state: 'WAITING' },
      // 12,583 × 60 ÷ 10,000 = 75.498.
      ...{ amount: 12_583, feeAmount: 75, bonusAmount: 0, receivedAmount: 12_508, remark: '十一月' },
    });
    expect((await added({ amount: 12_584 })).feeAmount, '75.504').toBe(76);
    expect((await added({ amount: 75 })).feeAmount, '0.45').toBe(0);
    expect((await added({ amount: 250 })).feeAmount, '1.5').toBe(2);
    expect((await added({ amount: 84 })).feeAmount, '0.504').toBe(1);
    expect(new Date(row.closesAt as string).getTime() - new Date(row.createdAt).getTime()).toBe(7_200_000);
    const { searchParams } = new URL(row.payUrl as string);
    expect(Object.fromEntries(searchParams)).toEqual({ no: row.no, amount: '12583' });
    expect(await free(), 'nothing is credited yet').toBe(before);
  });

  test('a channel that is not bound, or can’t tell of payments, is refused', async () => {
    expect(await add({ channel: 'UNIONPAY' })).toMatchObject(refusedAs('渠道未绑定'));
    await boundChannel(api, tenantId, { channel: 'UNIONPAY' }).then(({ bindingId: id }) =>
      api.deps.database.prisma.channelBinding.update({
        where: { tenantId_id: { tenantId, id } },
        data: { state: 'INVALID' },
      }),
    );
    expect(await add({ channel: 'UNIONPAY' }), 'no longer').toMatchObject(refusedAs('渠道未绑定'));
  });

  test.each([
    ['nothing', { amount: 0 }],
    ['part of a fen', { amount: 1.5 }],
    ['a text', { amount: '12' }],
    ['a credit card', { creditCard: true }],
  ])('%s: 400 ∅', async (_what, given) => {
    const { prisma } = api.deps.database;
    const before = await prisma.topUp.count();
    expect(await add(given)).toMatchObject({ code: 400 });
    expect(await prisma.topUp.count()).toBe(before);
  });

  test('another tenant’s company and card: 记录不存在', async () => {
    expect(await add({ id: companyId('B', 0) })).toEqual(refusedAs('记录不存在'));
    const { id } = await activeCard(tenantIdOf('B'));
    expect(await add({ target: 'CARD', id })).toEqual(refusedAs('记录不存在'));
  });

  test('a card is topped up by who sees its company, and is 记录不存在 to who sees another alone', async () => {
    const { id, companyId: own } = await activeCard();
    const other = [companyId('A', 1), companyId('A', 2)].find((one) => one !== own) as string;
    const of = async (seen: string) => {
      const role = { permissions: [...permissions], dataScope: 'COMPANY_TREE' as const, companyId: seen };
      const { token } = await operator(api, '单公司', role);
      const input = { target: 'CARD', id, amount: 1_000, channel: 'WECHAT' };
      return (await call('addTopUp', input, token)).msg;
    };
    expect([await of(own), await of(other)]).toEqual(['', '记录不存在']);
  });

  test('it is given up with a reason while nobody has begun to pay, once', async () => {
    const { id, version } = await added();
    const cancel = { id, version, reason: '改用转账' };
    const answers = await Promise.all([call('cancelTopUp', cancel), call('cancelTopUp', cancel)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await shown(id)).toMatchObject({ state: 'CLOSED', payUrl: null });
    const paying = await added();
    await send(noticeOf(paying, { status: 'PAYING' }));
    expect(await call('cancelTopUp', { ...cancel, id: paying.id, version: paying.version })).toMatchObject(
      refusedAs('当前状态为支付中，不能取消'),
    );
  });

  test('whoever only looks begins and exports nothing', async () => {
    const { token } = await operator(api, '看', { permissions: ['topup.view'] });
    expect(
      await call('addTopUp', { target: 'COMPANY', id: company, amount: 1, channel: 'WECHAT' }, token),
    ).toMatchObject({ code: 406 });
    expect(await call('exportTopUp', { format: 'csv' }, token)).toMatchObject({ code: 406 });
  });
});

describe('what a channel tells', () => {
  test('worked example 8: 1,000,000 at 60 bps told five times at once: fund + 994,000 once, with its postings', async () => {
    const before = await free();
    const row = await added();
    const notice = noticeOf(row);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(notice)));
    for (const answer of answers) expect(answer).toEqual(ok('SUCCESS'));
    expect(await free()).toBe(before + 994_000);
    expect(await shown(row.id)).toMatchObject({
      state: 'SUCCESS',
      flowNo: notice.flowNo,
      late: false,
      payUrl: null,
    });
    expect(await legsOf(row.id)).toEqual([
      ['TOP_UP', 'CHANNEL_WECHAT', 'FUND', 1_000_000],
      ['TOP_UP', 'FUND', 'SERVICE', 5_660],
      ['TOP_UP', 'FUND', 'VAT', 340],
    ]);
    await expectInvariants(api);
  });

  test('worked example 8: with 1,000,001 it is 406 金额不一致, an exception, and nothing credited', async () => {
    const before = await free();
    const row = await added();
    const other = noticeOf(row, { amount: 1_000_001 });
    expect(await send(other)).toEqual(refusedAs('金额不一致'));
    expect(await send(other), 'again').toEqual(refusedAs('金额不一致'));
    expect(await shown(row.id)).toMatchObject({ state: 'WAITING', toldAmount: 1_000_001, flowNo: null });
    expect([await free(), await legsOf(row.id)]).toEqual([before, []]);
    expect(await told(`${row.no}：渠道通知的金额不一致`), 'told once').toBe(1);
    const { list } = (await call('queryTopUp', { exception: ['MISMATCH'] })).result;
    expect(list.map(({ id }: TopUpDetail) => id)).toContain(row.id);
    expect(await send(noticeOf(row)), 'the right amount still counts').toEqual(ok('SUCCESS'));
    expect(await free()).toBe(before + 994_000);
  });

  test('paying and paid are taken in any order', async () => {
    const before = await free();
    const [one, two, three] = [await added(), await added(), await added()];
    expect(await send(noticeOf(one, { status: 'PAYING' }))).toEqual(ok('PAYING'));
    expect(await send(noticeOf(one))).toEqual(ok('SUCCESS'));
    expect(await send(noticeOf(two))).toEqual(ok('SUCCESS'));
    expect(await send(noticeOf(two, { status: 'PAYING' })), 'reordered').toEqual(ok('SUCCESS'));
    expect(await send(noticeOf(three, { status: 'FAILED' }))).toEqual(ok('FAILED'));
    expect(await send(noticeOf(three, { status: 'PAYING' })), 'reordered').toEqual(ok('FAILED'));
    expect(await free()).toBe(before + 2 * 994_000);
  });

  test('a failure after the success leaves the money, and somebody is told', async () => {
    const row = await added();
    await send(noticeOf(row));
    const after = await free();
    expect(await send(noticeOf(row, { status: 'FAILED' }))).toEqual(ok('SUCCESS'));
    expect([await free(), (await shown(row.id)).state]).toEqual([after, 'SUCCESS']);
    expect(await told(`${row.no}：成功后渠道又通知失败`)).toBe(1);
  });

  test('money that comes after two hours, or after a failure, is credited and marked late', async () => {
    const before = await free();
    const [closed, open, paying, failed] = [await added(), await added(), await added(), await added()];
    await send(noticeOf(paying, { status: 'PAYING' }));
    await send(noticeOf(failed, { status: 'FAILED' }));
    api.clock.advance(7_190_000);
    await enter('充值经办二');
    const young = await added();
    await closeTopUps(api.deps);
    expect((await shown(open.id)).state, 'seconds before').toBe('WAITING');
    expect(await send(noticeOf(open))).toEqual(ok('SUCCESS'));
    api.clock.advance(15_000);
    await closeTopUps(api.deps);
    expect(await Promise.all([closed, paying, young].map(async ({ id }) => (await shown(id)).state))).toEqual(
      ['CLOSED', 'PAYING', 'WAITING'],
    );
    expect(await send(noticeOf(closed))).toEqual(ok('SUCCESS'));
    expect(await send(noticeOf(failed))).toEqual(ok('SUCCESS'));
    const late = async ({ id }: TopUpDetail) => (await shown(id)).late;
    expect([await late(closed), await late(failed), await late(open)]).toEqual([true, true, false]);
    expect(await free()).toBe(before + 3 * 994_000);
    const { list } = (await call('queryTopUp', { exception: ['LATE'] })).result;
    expect(list.map(({ no }: TopUpDetail) => no).sort()).toEqual([closed.no, failed.no].sort());
    const exported = async ({ no }: TopUpDetail) => {
      const file = await api.call('topup/exportTopUp', { keyword: no, format: 'csv' }, maker);
      const [titles = [], cells = []] = csvLines(file.text);
      return [cells[titles.indexOf('充值单号')], cells[titles.indexOf('迟到')]];
    };
    expect(await exported(closed)).toEqual([closed.no, '迟到']);
    expect(await exported(open)).toEqual([open.no, '']);
  });

  test('nobody begins to pay for two hours: it is closed at that instant, and not before', async () => {
    const { id, closesAt } = await added();
    const due = Date.parse(String(closesAt));
    const at = (now: number) => ({ ...api.deps, clock: { ...api.clock, businessNow: () => new Date(now) } });
    await closeTopUps(at(due - 1));
    expect((await shown(id)).state).toBe('WAITING');
    await closeTopUps(at(due));
    expect((await shown(id)).state).toBe('CLOSED');
  });

  test('a flow number is one top-up’s: 406 渠道流水号已使用 ∅, at once too', async () => {
    const before = await free();
    const [one, two, three] = [await added(), await added(), await added()];
    const { flowNo } = noticeOf(one);
    const answers = await Promise.all([one, two].map((row) => send(noticeOf(row, { flowNo }))));
    expect(answers.map(({ msg }) => msg).sort()).toEqual(['', '渠道流水号已使用']);
    expect(await send(noticeOf(three, { flowNo }))).toEqual(refusedAs('渠道流水号已使用'));
    expect((await shown(three.id)).state).toBe('WAITING');
    expect(await free()).toBe(before + 994_000);
  });

  test('a second payment of one top-up is refused, and somebody is told', async () => {
    const row = await added();
    await send(noticeOf(row));
    const after = await free();
    expect(await send(noticeOf(row))).toEqual(refusedAs('充值已由另一渠道流水号入账'));
    expect([await free(), await told(`${row.no}：渠道通知了另一笔付款`)]).toEqual([after, 1]);
  });

  test('forged, late, replayed and another channel’s calls change nothing', async () => {
    const before = await free();
    const row = await added();
    const notice = noticeOf(row);
    const unsigned = refusedAs('签名无效');
    expect(await send(notice, { ...wechat, secret: 'x'.repeat(32) })).toEqual(unsigned);
    expect(await send(notice, wechat, { at: new Date(api.deps.clock.now().getTime() - 301_000) })).toEqual(
      unsigned,
    );
    const nonce = newNonce();
    expect(await send(noticeOf(row, { status: 'PAYING' }), wechat, { nonce })).toEqual(ok('PAYING'));
    expect(await send(notice, wechat, { nonce })).toEqual(unsigned);
    const alipay = await boundChannel(api, tenantId);
    const stranger = await boundChannel(api, tenantIdOf('B'), { channel: 'WECHAT' });
    for (const other of [alipay, stranger])
      expect(await send(notice, other)).toEqual(refusedAs('记录不存在'));
    expect([await free(), (await shown(row.id)).state]).toEqual([before, 'PAYING']);
  });

  test('given up and paid at once: the money is credited, late or not', async () => {
    const before = await free();
    const rows = await Promise.all(Array.from({ length: 4 }, () => added()));
    await Promise.all(
      rows.flatMap((row) => [
        call('cancelTopUp', { id: row.id, version: row.version, reason: '不充了' }),
        send(noticeOf(row)),
      ]),
    );
    expect(await free()).toBe(before + 4 * 994_000);
    for (const { id } of rows) expect((await shown(id)).state).toBe('SUCCESS');
  });
});

describe('a card', () => {
  const card = (id: string) =>
    api.deps.database.prisma.card.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
      include: { flows: { orderBy: { seq: 'asc' } } },
    });

  test('has the amount by one flow and pays the fee by another', async () => {
    const { id } = await activeCard();
    const row = await added({ target: 'CARD', id, amount: 100_000 });
    expect(row).toMatchObject({ target: 'CARD', card: { id }, feeAmount: 600, receivedAmount: 99_400 });
    const notice = noticeOf(row);
    await Promise.all([send(notice), send(notice)]);
    const { balance, flows } = await card(id);
    expect([Number(balance), flows.map(({ kind, delta }) => [kind, Number(delta)])]).toEqual([
      129_400,
      [
        ['LOAD', 30_000],
        ['TOP_UP', 100_000],
        ['FEE', -600],
      ],
    ]);
    expect(await legsOf(row.id)).toEqual([
      ['TOP_UP', 'CHANNEL_WECHAT', 'CARD', 100_000],
      ['TOP_UP', 'CARD', 'SERVICE', 566],
      ['TOP_UP', 'CARD', 'VAT', 34],
    ]);
  });

  test('is not topped up over its cap, where its product is not reloaded, or frozen', async () => {
    const { id } = await activeCard(tenantId, { balance: 400_600 });
    const over = { target: 'CARD', id };
    expect(await add({ ...over, amount: 100_005 })).toMatchObject(refusedAs('卡余额将超过限额 0.05 元'));
    expect(await add({ ...over, amount: 100_000 })).toMatchObject({ code: 200 });
    const once = await activeCard(tenantId, { reloadable: false });
    expect(await add({ target: 'CARD', id: once.id })).toMatchObject(refusedAs('该卡产品不支持充值'));
  });

  test('that is full by the time the money comes leaves it to its company', async () => {
    const { id, companyId: of } = await activeCard(tenantId, { balance: 400_000 });
    const before = await free(of);
    const rows = [
      await added({ target: 'CARD', id, amount: 60_000 }),
      await added({ target: 'CARD', id, amount: 60_000 }),
    ];
    for (const row of rows) expect(await send(noticeOf(row))).toEqual(ok('SUCCESS'));
    expect([Number((await card(id)).balance), (await free(of)) - before]).toEqual([459_640, 59_640]);
    expect((await legsOf(rows[1]?.id as string))[0]).toEqual(['TOP_UP', 'CHANNEL_WECHAT', 'FUND', 60_000]);
    expect(await Promise.all(rows.map(async (row) => (await shown(row.id)).divertedFor))).toEqual([
      null,
      'CAP',
    ]);
  });

  test('that can’t take it any more says why, in the list, among what is odd and to whom tops up', async () => {
    const { id, companyId: of } = await activeCard(tenantId, { balance: 0 });
    const [{ id: other }, before] = [
      await activeCard(tenantId, { balance: 0 }),
      await told('卡的状态不能充值'),
    ];
    const { prisma } = api.deps.database;
    const late = await added({ target: 'CARD', id, amount: 100_000 });
    const open = await added({ target: 'CARD', id: other, amount: 100_000 });
    await call('cancelTopUp', { id: late.id, version: late.version, reason: '不付了' });
    await owner.query('SET session_replication_role = replica');
    const freeze = `UPDATE cards SET state = 'FROZEN', frozen_by = 'OPERATOR' WHERE tenant_id = $1 AND id = ANY ($2)`;
    await owner.query(freeze, [tenantId, [id, other]]);
    await owner.query('SET session_replication_role = DEFAULT');
    const free0 = await free(of);
    for (const row of [late, open]) expect(await send(noticeOf(row))).toEqual(ok('SUCCESS'));
    expect(await shown(late.id)).toMatchObject({ late: true, divertedFor: 'STATE' });
    expect(await shown(open.id)).toMatchObject({ late: false, divertedFor: 'STATE' });
    expect((await free(of)) - free0).toBeGreaterThanOrEqual(99_400);
    expect(await told('卡的状态不能充值')).toBe(before + 2);
    const odd = async (exception: string[]) =>
      (await call('queryTopUp', { exception, pageSize: 200 })).result.list.map((row: TopUpDetail) => row.id);
    expect(await odd(['DIVERTED'])).toEqual(expect.arrayContaining([late.id, open.id]));
    const lateOnes = await odd(['LATE']);
    expect([lateOnes.includes(late.id), lateOnes.includes(open.id)]).toEqual([true, false]);
    expect(await odd(['LATE', 'MISMATCH'])).not.toContain(open.id);
    const file = await api.call('topup/exportTopUp', { keyword: open.no, format: 'csv' }, maker);
    expect(file.text).toContain('卡的状态不能充值');
    const [log] = await prisma.operationLog.findMany({
      where: { tenantId, targetId: open.id },
      orderBy: { createdAt: 'desc' },
      take: 1,
    });
    expect(log?.after).toMatchObject({ state: 'SUCCESS', divertedFor: 'STATE' });
    await expectInvariants(api);
  });

  test('where the money went is said with the success and of cards alone, or the database refuses it', async () => {
    const { id } = await activeCard();
    const row = await added({ target: 'CARD', id, amount: 100_000 });
    const write = (given: string, of: string) =>
      owner.query(`UPDATE top_ups SET diverted_for = $3 WHERE tenant_id = $1 AND id = $2`, [
        tenantId,
        of,
        given,
      ]);
    await expect(write('STATE', row.id)).rejects.toThrow('refuse_late_diversion');
    await send(noticeOf(row));
    await expect(write('STATE', row.id)).rejects.toThrow('refuse_late_diversion');
    const insert = `INSERT INTO top_ups (tenant_id, top_up_no, target, company_id, amount, received, fee, channel, binding_id, closes_at, state, diverted_for)
      SELECT tenant_id, 'CZX', 'COMPANY', company_id, amount, received, fee, channel, binding_id, closes_at, 'WAITING', 'CAP' FROM top_ups WHERE tenant_id = $1 AND id = $2`;
    await expect(owner.query(insert, [tenantId, row.id])).rejects.toThrow('top_ups_diverted');
  });
});

test('the funnel counts by channel what was begun, what came and what is odd', async () => {
  const of = async () =>
    (await call('getFunnel', { days: 1 })).result.find(
      (one: { channel: string }) => one.channel === 'WECHAT',
    );
  const before = await of();
  const [one, two] = [await added(), await added()];
  await send(noticeOf(one));
  await send(noticeOf(two, { amount: 1 }));
  expect(await of()).toEqual({
    ...before,
    ...{ made: before.made + 2, succeeded: before.succeeded + 1, mismatched: before.mismatched + 1 },
    receivedAmount: before.receivedAmount + 994_000,
  });
});

test.each([
  [
    'a success that was not credited',
    `UPDATE top_ups SET state = 'SUCCESS', channel_flow_no = 'B-' || top_up_no WHERE state = 'WAITING'`,
  ],
  [
    'money for one that failed',
    `UPDATE top_ups SET state = 'FAILED' WHERE state = 'SUCCESS' AND card_id IS NULL`,
  ],
  [
    'another amount than came',
    `UPDATE fund_flows SET delta = delta + 1 WHERE kind = 'TOP_UP' AND source_id IN (SELECT id FROM top_ups)`,
  ],
  [
    'a card that has it, and was not meant',
    `UPDATE top_ups SET card_id = NULL, target = 'COMPANY' WHERE card_id IS NOT NULL`,
  ],
  [
    'a second flow of one top-up',
    `INSERT INTO card_flows (tenant_id, source_id, source_type, kind, card_id, seq, delta, balance_after, company_id, created_at)
     SELECT tenant_id, source_id, source_type, 'FEE', card_id, seq + 9, -1, balance_after, company_id, created_at FROM card_flows
     WHERE kind = 'TOP_UP' AND NOT EXISTS (SELECT FROM card_flows f WHERE f.source_id = card_flows.source_id AND f.kind = 'FEE')
     UNION ALL SELECT tenant_id, source_id, source_type, 'TOP_UP', gen_random_uuid(), 99, 1, 1, company_id, created_at FROM card_flows WHERE kind = 'TOP_UP'`,
  ],
])('topUpOnce finds %s', async (_what, breaking) => {
  const violations = String(topUpInvariants[0]?.violations);
  await owner.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
  try {
    for (const rule of ['top_ups_of_card', 'top_ups_came', 'top_ups_late', 'top_ups_diverted'])
      await owner.query(`ALTER TABLE top_ups DROP CONSTRAINT ${rule}`);
    expect((await owner.query(violations, [tenantId])).rows).toEqual([]);
    expect((await owner.query(breaking)).rowCount).toBeGreaterThan(0);
    expect((await owner.query(violations, [tenantId])).rowCount).toBeGreaterThan(0);
  } finally {
    await owner.query('ROLLBACK');
  }
});

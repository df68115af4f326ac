import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardHolder, cardProduct, madeCard } from '../../../../../tests/support/cards.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { ledTo } from '../../../../../tests/support/led-to.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { postMissing } from '../../../../../tests/support/post-missing.ts';
import {
  boundChannel,
  newNonce,
  type Signing,
  signedHeaders,
} from '../../../../../tests/support/signed-call.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { refused, type Statement, tried } from '../../../../../tests/support/tried-by-sql.ts';

let api: TestApi;
let owner: pg.Client;
let maker: string;
let checker: string;
let wechat: Signing;
let made = 0;
const tenantId = tenantIdOf('A');
const company = companyId('A', 0);
const prisma = () => api.deps.database.prisma;

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  ({ token: maker } = await operator(api, '充值经办', { permissions: ['topup.view', 'topup.edit'] }));
  ({ token: checker } = await operator(api, '充值复核', { permissions: ['topup.approve'] }));
  wechat = await boundChannel(api, tenantId, { channel: 'WECHAT' });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const decide = (action: 'approve' | 'reject', id: string) =>
  call(`approval/${action}`, { id, ...(action === 'reject' && { reason: '不同意' }) }, checker);
const shown = async (id: string): Promise<TopUpDetail> => (await call('topup/getTopUp', { id })).result;
const reverse = ({ id, version }: TopUpDetail, kind: string, given: object = {}, token = maker) =>
  call('topup/reverseTopUp', { id, version, kind, reason: '打错了', ...given }, token);
const refusedAs = (msg: string) => ({ code: 406, success: false, msg, result: null });
const tell = async (topUpNo: string, amount: number, flowNo: string) => {
  const body = JSON.stringify({ topUpNo, flowNo, status: 'SUCCESS', amount });
  const headers = signedHeaders(wechat, 'topup/notifyTopUp', body, { at: api.deps.clock.now() });
  const answer = await fetch(`${api.url}/xyxlx/topup/notifyTopUp`, { method: 'POST', headers, body });
  return JSON.parse(await answer.text());
};
/** A top-up by a channel that has come. */
async function paid(amount = 1_000_000, given: object = {}): Promise<TopUpDetail> {
  const input = { target: 'COMPANY', id: company, amount, channel: 'WECHAT', ...given };
  const { code, msg, result } = await call('topup/addTopUp', input);
  expect([code, msg]).toEqual([200, '']);
  await tell(result.no, amount, `F-${newNonce()}`);
  return shown(result.id);
}
/** A line that somebody claimed and another agreed to, and the top-up of it. */
async function claimed(amount = 50_000): Promise<{ topUp: TopUpDetail; lineId: string; bankNo: string }> {
  made += 1;
  const account = await prisma().platformAccount.findFirstOrThrow({ where: { tenantId, kind: 'BANK' } });
  const { id: lineId, bankNo } = await prisma().statementLine.create({
    data: {
      ...{ tenantId, accountId: account.id, bankNo: `RV${made}`, direction: 'IN', state: 'UNCLAIMED' },
      ...{ amount, balanceAfter: amount, at: api.clock.businessNow() },
    },
  });
  await postMissing(api, 'statementLine');
  const { result } = await call('fund/claimTopUp', { lineId, companyId: company });
  expect(await decide('approve', result.approvalId)).toMatchObject({ code: 200 });
  return { topUp: await shown(result.claim.id), lineId, bankNo };
}
const free = async () => {
  const where = { tenantId, companyId: company, kind: 'ENTERPRISE' as const };
  const fund = await prisma().fundAccount.findFirstOrThrow({ where });
  return Number(fund.balance - fund.frozen);
};
const legsOf = async (sourceId: string) => {
  const rows = await prisma().ledgerPosting.findMany({
    where: { tenantId, sourceId },
    orderBy: { leg: 'asc' },
  });
  return rows.map(({ kind, debitRole, creditRole, amount }) => [kind, debitRole, creditRole, Number(amount)]);
};
const lineState = async (id: string) =>
  (await prisma().statementLine.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } })).state;

describe('what came by a channel', () => {
  test('is refunded as it was credited: 994,000 out of the fund, its fee and tax the other way, once', async () => {
    const topUp = await paid();
    expect(topUp).toMatchObject({ state: 'SUCCESS', receivedAmount: 994_000, feeAmount: 6_000 });
    const before = await free();
    const { code, result } = await reverse(topUp, 'REFUND');
    expect([code, result.state, result.reversals]).toMatchObject([
      200,
      'SUCCESS',
      [{ no: expect.stringMatching(/^CT\d{8}$/), kind: 'REFUND', amount: 994_000, state: 'SUBMITTED' }],
    ]);
    expect(await free(), 'nothing moves before somebody agrees').toBe(before);
    const both = await Promise.all([
      decide('approve', result.approvalId),
      decide('approve', result.approvalId),
    ]);
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 406]);
    expect(await free()).toBe(before - 994_000);
    const row = await shown(topUp.id);
    expect(row).toMatchObject({ state: 'REFUNDED', reversals: [{ state: 'DONE' }] });
    const [{ id = '', no = '' } = {}] = row.reversals;
    expect(await legsOf(id)).toEqual([
      ['TOP_UP_BACK', 'FUND', 'CHANNEL_WECHAT', 1_000_000],
      ['TOP_UP_BACK', 'SERVICE', 'FUND', 5_660],
      ['TOP_UP_BACK', 'VAT', 'FUND', 340],
    ]);
    const flows = await prisma().fundFlow.findMany({ where: { tenantId, sourceId: id } });
    expect(flows.map(({ kind, delta, remark }) => [kind, Number(delta), remark])).toEqual([
      ['TOP_UP_BACK', -994_000, no],
    ]);
    expect(await reverse(row, 'REFUND')).toMatchObject(refusedAs('当前状态为退款，不能退回'));
    // Told once more of the payment, nothing is credited again.
    expect(await tell(row.no, 1_000_000, row.flowNo ?? '')).toMatchObject({ result: { state: 'REFUNDED' } });
    expect(await free()).toBe(before - 994_000);
    await expectInvariants(api);
  });

  test('can’t be claimed anew', async () => {
    const topUp = await paid(10_000);
    expect((await reverse(topUp, 'REVERSE')).msg).toBe('仅转账充值可冲正，渠道充值请选择退款');
    expect(await reverse(topUp, 'CANCEL')).toMatchObject({ code: 400 });
    expect(await reverse(topUp, 'REFUND', { reason: '' })).toMatchObject({ code: 400 });
  });

  test('on a card it leaves the card with its fee, where that is free', async () => {
    const holder = await cardHolder(api, tenantId);
    const productId = await cardProduct(api, tenantId, { reloadable: true });
    const cardId = await madeCard(api, { ...holder, productId, balance: 30_000 });
    const topUp = await paid(100_000, { target: 'CARD', id: cardId });
    const card = () => prisma().card.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: cardId } } });
    expect((await card()).balance).toBe(129_400n);
    const first = await reverse(topUp, 'REFUND');
    await owner.query('SET session_replication_role = replica');
    await owner.query('UPDATE cards SET held = 30001 WHERE id = $1', [cardId]);
    expect(await decide('approve', first.result.approvalId)).toMatchObject(
      refusedAs('卡可用余额不足，不能退回'),
    );
    expect((await shown(topUp.id)).state).toBe('SUCCESS');
    await owner.query('UPDATE cards SET held = 0 WHERE id = $1', [cardId]);
    await owner.query('SET session_replication_role = DEFAULT');
    expect(await decide('approve', first.result.approvalId)).toMatchObject({ code: 200 });
    expect((await card()).balance).toBe(30_000n);
    const [{ id = '' } = {}] = (await shown(topUp.id)).reversals;
    const flows = await prisma().cardFlow.findMany({
      where: { tenantId, sourceId: id },
      orderBy: { seq: 'asc' },
    });
    expect(flows.map(({ kind, delta }) => [kind, Number(delta)])).toEqual([
      ['FEE', 600],
      ['TOP_UP_BACK', -100_000],
    ]);
    expect(await legsOf(id)).toEqual([
      ['TOP_UP_BACK', 'CARD', 'CHANNEL_WECHAT', 100_000],
      ['TOP_UP_BACK', 'SERVICE', 'CARD', 566],
      ['TOP_UP_BACK', 'VAT', 'CARD', 34],
    ]);
    await expectInvariants(api);
  });
});

describe('what came by a transfer', () => {
  test('reversed, its line is unclaimed again and can be claimed for another company', async () => {
    const { topUp, lineId } = await claimed();
    const before = await free();
    const { result } = await reverse(topUp, 'REVERSE');
    expect(await lineState(lineId)).toBe('MATCHED');
    expect(await decide('approve', result.approvalId)).toMatchObject({ code: 200 });
    expect([await free(), await lineState(lineId)]).toEqual([before - 50_000, 'UNCLAIMED']);
    const row = await shown(topUp.id);
    expect(row.state).toBe('REVERSED');
    expect(await legsOf(row.reversals[0]?.id ?? '')).toEqual([['TOP_UP_BACK', 'FUND', 'UNCLAIMED', 50_000]]);
    await expectInvariants(api);
    const line = (await call('fund/getLine', { id: lineId })).result;
    expect([line.state, line.claim]).toEqual(['UNCLAIMED', null]);
    const again = await call('fund/claimTopUp', { lineId, companyId: companyId('A', 1) });
    expect(await decide('approve', again.result.approvalId)).toMatchObject({ code: 200 });
    expect(await lineState(lineId)).toBe('MATCHED');
    await expectInvariants(api);
  });

  test('refunded, it goes out of the bank under the number of the reversal, and its line stays matched', async () => {
    const { topUp, lineId } = await claimed();
    const { result } = await reverse(topUp, 'REFUND');
    await decide('approve', result.approvalId);
    const row = await shown(topUp.id);
    expect([row.state, await lineState(lineId)]).toEqual(['REFUNDED', 'MATCHED']);
    const [{ id = '', no = '' } = {}] = row.reversals;
    expect(await legsOf(id)).toEqual([['TOP_UP_BACK', 'FUND', 'BANK', 50_000]]);
    const flow = await prisma().fundFlow.findFirstOrThrow({ where: { tenantId, sourceId: id } });
    expect(flow).toMatchObject({ externalNo: no, platformAccountId: expect.any(String) });
    expect(await call('fund/claimTopUp', { lineId, companyId: company })).toMatchObject({ code: 406 });
    await expectInvariants(api);
  });
});

describe('its checker', () => {
  test('is not its maker; rejected nothing moves, and it can be handed in anew, once at a time', async () => {
    const topUp = await paid(20_000);
    const both = await Promise.all([reverse(topUp, 'REFUND'), reverse(topUp, 'REFUND')]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(both.find(({ code }) => code === 406)?.msg).toBe('已提交审批，请勿重复提交');
    const { token } = await operator(api, '又做又批', {
      permissions: ['topup.view', 'topup.edit', 'topup.approve'],
    });
    const approvalId = both.find(({ code }) => code === 200)?.result.approvalId;
    const before = await free();
    expect(await decide('reject', approvalId)).toMatchObject({ code: 200 });
    expect([await free(), (await shown(topUp.id)).state]).toEqual([before, 'SUCCESS']);
    const page = `/layout/paymentreceived/topuphis?open=${topUp.id}`;
    expect(await ledTo(api, approvalId, checker), 'to the top-up').toEqual([page, page]);
    const own = await reverse(topUp, 'REFUND', {}, token);
    expect(await call('approval/approve', { id: own.result.approvalId }, token)).toMatchObject({ code: 406 });
    expect(await call('approval/withdraw', { id: own.result.approvalId }, token)).toMatchObject({
      code: 200,
    });
    expect((await shown(topUp.id)).reversals.map(({ state }) => state)).toEqual(['WITHDRAWN', 'REJECTED']);
  });

  test('finds the fund too low: 企业资金余额不足, and everything stays; a fault in the last step too', async () => {
    const topUp = await paid(30_000);
    const { result } = await reverse(topUp, 'REFUND');
    const before = await free();
    const where = { tenantId, companyId: company, kind: 'ENTERPRISE' } as const;
    await owner.query('SET session_replication_role = replica');
    const freeze = (by: number) =>
      owner.query(
        `UPDATE fund_accounts SET frozen = frozen + $1 WHERE tenant_id = $2 AND company_id = $3 AND kind = 'ENTERPRISE'`,
        [by, where.tenantId, where.companyId],
      );
    // 30,000 less the fee of 180 is asked for, one fen less is free.
    await freeze(before - 29_819);
    expect(await decide('approve', result.approvalId)).toMatchObject(refusedAs('企业资金余额不足'));
    expect((await shown(topUp.id)).state).toBe('SUCCESS');
    await freeze(29_819 - before);
    await owner.query('SET session_replication_role = DEFAULT');
    await owner.query(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$;
      CREATE TRIGGER break_off BEFORE INSERT ON ledger_postings FOR EACH ROW WHEN (NEW.source_type = 'topUpReversal') EXECUTE FUNCTION break_off()`);
    expect((await decide('approve', result.approvalId)).code).toBe(500);
    expect([await free(), (await shown(topUp.id)).state]).toEqual([before, 'SUCCESS']);
    await owner.query('DROP TRIGGER break_off ON ledger_postings; DROP FUNCTION break_off()');
    expect(await decide('approve', result.approvalId)).toMatchObject({ code: 200 });
    expect(await free()).toBe(before - 29_820);
  });
});

test('what has not come, or is of a company that one does not see, is not taken back', async () => {
  const input = { target: 'COMPANY', id: company, amount: 1_000, channel: 'WECHAT' };
  const { result: waiting } = await call('topup/addTopUp', input);
  expect(await reverse(waiting, 'REFUND')).toMatchObject(refusedAs('当前状态为待支付，不能退回'));
  const topUp = await paid(1_000);
  expect(await reverse(topUp, 'REFUND', { version: topUp.version - 1 })).toMatchObject({ code: 406 });
  const { token: looks } = await operator(api, '只看', { permissions: ['topup.view'] });
  expect((await reverse(topUp, 'REFUND', {}, looks)).msg).toContain('权限');
  const merchant = await prisma().merchant.findFirstOrThrow({
    where: { tenantId, companyId: companyId('A', 1) },
  });
  const { token: other } = await operator(api, '别处', {
    permissions: ['topup.view', 'topup.edit'],
    ...{ dataScope: 'MERCHANTS', merchantIds: [merchant.id] },
  });
  expect(await reverse(topUp, 'REFUND', {}, other)).toMatchObject(refusedAs('记录不存在'));
});

test('the database refuses a reversal that is not of its top-up, or that nobody agreed to', async () => {
  const service = await api.deps.database.pool.connect();
  const topUp = await paid(40_000);
  const { lineId } = await claimed();
  const insert = (change: Record<string, string> = {}): Statement => {
    const columns: Record<string, string> = {
      ...{ kind: `'REFUND'`, amount: '39760', reason: `'x'`, state: `'SUBMITTED'`, reversal_no: `'CT-x'` },
      ...{ created_at: 'now()', created_by: `'x'`, updated_at: 'now()', updated_by: `'x'`, ...change },
    };
    return [
      `INSERT INTO top_up_reversals (tenant_id, top_up_id, ${Object.keys(columns)}) VALUES ($1, $2, ${Object.values(columns)})`,
      [tenantId, topUp.id],
    ];
  };
  const set = (columns: string): Statement => [
    `UPDATE top_up_reversals SET ${columns} WHERE tenant_id = $1 AND top_up_id = $2`,
    [tenantId, topUp.id],
  ];
  const becomes = (state: string): Statement => [
    `UPDATE top_ups SET state = '${state}' WHERE tenant_id = $1 AND id = $2`,
    [tenantId, topUp.id],
  ];
  await tried(service, insert());
  await refused(service, /refuse_unfounded_reversal/, insert({ amount: '39759' }));
  await refused(service, /refuse_unfounded_reversal/, insert({ kind: `'REVERSE'` }));
  await refused(service, /refuse_decided_reversal/, insert({ state: `'DONE'`, done_at: 'now()' }));
  await refused(service, /top_up_reversals_one_a_top_up/, insert(), insert({ reversal_no: `'CT-y'` }));
  await refused(service, /refuse_other_reversal/, insert(), set('amount = 1'));
  await refused(
    service,
    /refuse_other_reversal/,
    insert(),
    set(`state = 'REJECTED'`),
    set(`state = 'SUBMITTED'`),
  );
  await refused(service, /refuse_unreversed_top_up/, becomes('REFUNDED'));
  await refused(service, /top_ups_state_of_way/, becomes('REVERSED'));
  await refused(service, /refuse_other_line/, [
    `UPDATE statement_lines SET state = 'UNCLAIMED' WHERE tenant_id = $1 AND id = $2`,
    [tenantId, lineId],
  ]);
  await refused(service, /permission denied/, 'DELETE FROM top_up_reversals');
  await reverse(topUp, 'REFUND');
  const done = set(`state = 'DONE', done_at = now()`);
  await refused(service, /nobody has approved/, becomes('REFUNDED'), done);
  await refused(service, /refuse_unfounded_reversal/, done);
  service.release();
});

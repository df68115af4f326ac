import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CardHolder, cardHolder, cardProduct, madeCard } from '../../../../../tests/support/cards.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { postMissing } from '../../../../../tests/support/post-missing.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

const tenantId = tenantIdOf('A');
/** In fen; by the policy a named card holds 500,000. */
const balance = 30_000;
const amount = 20_000;
const reason = '核对';
const day = 86_400_000;

let api: TestApi;
let owner: pg.Client;
let maker: string;
let checker: string;
let holder: CardHolder;
let productId: string;
let account: string;
let cardId: string;
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  maker = await api.signIn('13800000002');
  checker = await api.signIn('13800000003');
  holder = await cardHolder(api, tenantId);
  productId = await cardProduct(api, tenantId, { reloadable: true });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});
beforeEach(() => api.clock.setBusinessOffset(0));
afterEach(() => expectInvariants(api));

async function call(path: string, input: object, token = maker) {
  return (await api.call(path, input, token)).body;
}
async function done(path: string, input: object, token = maker) {
  const body = await call(path, input, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}
const approve = (id: string) => call('approval/approve', { id }, checker);
const shown = (id: string): Promise<TopUpDetail> => done('topup/getTopUp', { id });
const onCard = async () => (await done('card/getCard', { id: cardId })).balance;
const fundFlows = (sourceId: string) =>
  api.deps.database.prisma.fundFlow.count({ where: { tenantId, sourceId } });

/** Begins a transfer to a new card of the holder, at whose company's new account a line of the same amount and its code comes in. */
async function transferred(): Promise<{ topUp: TopUpDetail; lineId: string; bankNo: string }> {
  made += 1;
  const { rows } = await owner.query(
    `INSERT INTO platform_accounts (tenant_id, platform_id, company_id, kind, name, bank, account_no, state, created_at)
     SELECT $1, p.id, $2, 'BANK', '收款户', '银行', $3, 'ACTIVE', '2000-01-01' FROM platforms p WHERE p.tenant_id = $1 LIMIT 1 RETURNING id`,
    [tenantId, holder.companyId, String(62_220_000 + made)],
  );
  account = rows[0].id;
  cardId = await madeCard(api, { ...holder, productId, balance });
  const topUp = await done('topup/addTopUp', { target: 'CARD', id: cardId, amount, channel: 'TRANSFER' });
  const { id: lineId, bankNo } = await cameIn('IN', amount, `货款 ${topUp.transferCode}`);
  return { topUp, lineId, bankNo };
}

async function cameIn(direction: 'IN' | 'OUT', sum: number, summary: string) {
  made += 1;
  const state = direction === 'IN' ? 'UNCLAIMED' : 'UNMATCHED';
  const line = await api.deps.database.prisma.statementLine.create({
    data: {
      ...{ tenantId, accountId: account, bankNo: `KZ${made}`, direction, state, amount: sum, summary },
      ...{ balanceAfter: direction === 'IN' ? sum : 0, at: api.clock.businessNow(), payer: '甲' },
    },
  });
  await postMissing(api, 'statementLine');
  return line;
}

async function claimed(): Promise<TopUpDetail & { lineId: string; bankNo: string }> {
  const { topUp, ...line } = await transferred();
  const { approvalId } = await done('fund/claimTopUp', { lineId: line.lineId, topUpId: topUp.id });
  expect(await approve(approvalId)).toMatchObject({ code: 200 });
  return { ...(await shown(topUp.id)), ...line };
}

/** What the account's statement and books say of today, once it is over. */
async function reconciled() {
  const today = shanghaiDay(api.clock.businessNow());
  api.clock.setBusinessOffset(day);
  await done('fund/runReconciliation', { day: today });
  const asked = { accountId: account, dayFrom: today, dayTo: today };
  const { list } = await done('fund/queryReconciliation', asked);
  const { breaks, ...figures } = await done('fund/getReconciliation', { id: list[0].id });
  api.clock.setBusinessOffset(0);
  return {
    ...figures,
    breaks: breaks.map(({ reference, state, differenceAmount }: { [key: string]: unknown }) => [
      ...[reference, state, differenceAmount],
    ]),
  };
}

test('a card gets what was transferred to it once its line is claimed and somebody agrees, and the books of the account have it', async () => {
  const { topUp, lineId } = await transferred();
  expect(topUp).toMatchObject({ state: 'TO_CLAIM', card: { id: cardId }, receivedAmount: amount });
  expect(topUp.payTo).toMatchObject({ name: '收款户' });
  expect(await done('fund/queryLineMatch', { id: lineId })).toMatchObject([
    { score: 100, isProposed: true, topUp: { id: topUp.id } },
  ]);
  const { approvalId } = await done('fund/claimTopUp', { lineId, topUpId: topUp.id });
  const matter = await done('approval/getMatter', { id: approvalId }, checker);
  expect(JSON.stringify(matter)).toContain(topUp.card?.cardNo);
  expect(await onCard()).toBe(balance);
  expect(await approve(approvalId)).toMatchObject({ code: 200 });
  expect(await shown(topUp.id)).toMatchObject({ state: 'SUCCESS', divertedFor: null });
  expect([await onCard(), await fundFlows(topUp.id)]).toEqual([balance + amount, 0]);
  expect(await reconciled()).toMatchObject({ state: 'BALANCED', inAmount: amount, outAmount: 0, breaks: [] });
});

test('what a card can not take any more is the company’s, and those who top up are told', async () => {
  const { topUp, lineId } = await transferred();
  const { approvalId } = await done('fund/claimTopUp', { lineId, topUpId: topUp.id });
  await done('card/freezeCard', { ids: [cardId], reason });
  expect(await approve(approvalId)).toMatchObject({ code: 200 });
  expect(await shown(topUp.id)).toMatchObject({ state: 'SUCCESS', divertedFor: 'STATE' });
  expect([await onCard(), await fundFlows(topUp.id)]).toEqual([balance, 1]);
  const told = await api.deps.database.prisma.notification.count({
    where: { tenantId, kind: 'topUp.exception', titleZh: { contains: topUp.no } },
  });
  expect(told).toBeGreaterThan(0);
  expect(await reconciled()).toMatchObject({ state: 'BALANCED', inAmount: amount, breaks: [] });
});

test('more than the card may hold is refused before anybody pays', async () => {
  await transferred();
  const form = { target: 'CARD', id: cardId, amount: 470_001, channel: 'TRANSFER' };
  expect(await call('topup/addTopUp', form)).toMatchObject({ code: 406, msg: '卡余额将超过限额 0.01 元' });
  expect(await call('topup/addTopUp', { ...form, amount: 470_000 })).toMatchObject({ code: 200 });
});

test('reversed, the card has it no more, and its line is claimed by somebody else', async () => {
  const { id, version, lineId, bankNo } = await claimed();
  const { approvalId } = await done('topup/reverseTopUp', { id, version, kind: 'REVERSE', reason });
  expect(await approve(approvalId)).toMatchObject({ code: 200 });
  expect(await onCard()).toBe(balance);
  expect(await reconciled()).toMatchObject({
    ...{ state: 'BROKEN', inAmount: amount, outAmount: amount },
    breaks: [[bankNo, 'OPEN', amount]],
  });
  api.clock.setBusinessOffset(day);
  const again = await done('fund/claimTopUp', { lineId, companyId: holder.companyId });
  expect(await approve(again.approvalId)).toMatchObject({ code: 200 });
});

test('refunded, it goes out of the account under the number of its refund', async () => {
  const { id, version } = await claimed();
  const { approvalId } = await done('topup/reverseTopUp', { id, version, kind: 'REFUND', reason });
  expect(await approve(approvalId)).toMatchObject({ code: 200 });
  const { reversals } = await shown(id);
  const no = String(reversals[0]?.no);
  expect(await onCard()).toBe(balance);
  expect(await reconciled()).toMatchObject({ state: 'BROKEN', breaks: [[no, 'OPEN', amount]] });
  await cameIn('OUT', amount, `退款 ${no}`);
  expect(await reconciled()).toMatchObject({
    ...{ state: 'BALANCED', inAmount: amount, outAmount: amount },
    breaks: [[no, 'MATCHED', amount]],
  });
});

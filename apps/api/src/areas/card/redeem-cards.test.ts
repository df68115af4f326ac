import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { madeCard } from '../../../../../tests/support/cards.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { ledTo } from '../../../../../tests/support/led-to.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { holdFund } from '../../platform/fund/fund-hold.ts';
import { moveBalances } from './move-balance.ts';

let api: TestApi;
let desk: CardDesk;
const tenantId = tenantIdOf('A');
/** Cards are paid for in months here that the seeds have issued the bills of. */
const backdated = ['billsAreFunds'];

beforeAll(async () => {
  api = await startTestApi();
  desk = await cardDesk(api, tenantId);
});
afterAll(() => api.close());
beforeEach(() => desk.at('2026-11-24'));

/** A card that was activated long enough ago. */
async function old(balance: number, given: object = {}): Promise<string> {
  desk.at('2026-08-21');
  const id = await desk.loaded(balance, given);
  desk.at('2026-11-24');
  return id;
}

describe('a card', () => {
  test('worked example 7: activated on 21 August it is redeemed on 21 November, not on the 20th', async () => {
    const id = await old(120_000);
    desk.at('2026-11-20');
    expect(await desk.one('redeemCard', id)).toMatchObject({
      ok: false,
      message: '购卡未满 3 个月，2026-11-21 起可赎回',
    });
    desk.at('2026-11-21');
    const before = await desk.fund();
    const { ok, approvalId } = await desk.one('redeemCard', id);
    expect([ok, await desk.fund()]).toEqual([true, before]);
    expect((await desk.decide(approvalId)).code).toBe(200);
    const page = `/layout/paymentreceived/card?open=${id}`;
    expect(await ledTo(api, approvalId, desk.checker), 'to the card').toEqual([page, page]);
    const card = await desk.card(id);
    expect(card).toMatchObject({
      state: 'REDEEMED',
      balance: 0,
      requests: [{ state: 'DONE', amount: 120_000 }],
    });
    expect(await desk.fund()).toEqual({ ...before, balance: before.balance + 120_000 });
    expect(await desk.legs(card.requests[0]?.id ?? '')).toEqual([['CARD_REDEEM', 'CARD', 'FUND', 120_000]]);
    const flow = await api.deps.database.prisma.cardFlow.findFirstOrThrow({
      where: { tenantId, cardId: id, kind: 'REDEEM' },
    });
    expect(flow).toMatchObject({ delta: -120_000n, balanceAfter: 0n });
    await expectInvariants(api, backdated);
  });

  test('activated on the last of a month is redeemed from the last of a shorter one on', async () => {
    desk.at('2026-08-31');
    const id = await desk.loaded(100);
    desk.at('2026-11-29');
    expect((await desk.one('redeemCard', id)).message).toBe('购卡未满 3 个月，2026-11-30 起可赎回');
    desk.at('2026-11-30');
    expect(await desk.one('redeemCard', id)).toMatchObject({ ok: true });
  });

  test('whose redemption waits is authorized nothing, and again once that is over', async () => {
    const id = await old(10_000);
    const { cardNo } = await desk.card(id);
    const { approvalId } = await desk.one('redeemCard', id);
    expect(await desk.one('redeemCard', id)).toMatchObject({
      ok: false,
      message: '已提交审批，请勿重复提交',
    });
    expect(await desk.one('cancelCard', id)).toMatchObject({ ok: false });
    expect((await desk.authorize(cardNo, 100)).responseCode).toBe('62');
    expect((await desk.card(id)).waitsFor).toBe('REDEEM');
    expect((await desk.decide(approvalId, 'reject')).code).toBe(200);
    expect((await desk.authorize(cardNo, 100)).responseCode).toBe('00');
    expect(await desk.one('redeemCard', id)).toMatchObject({ ok: false, message: '存在未完成授权 1.00 元' });
    await expectInvariants(api, backdated);
  });

  test('on which something was authorized while nobody looked is not redeemed', async () => {
    const id = await old(10_000);
    const { approvalId } = await desk.one('redeemCard', id);
    await api.deps.database.pool.query('UPDATE cards SET held = 300 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      id,
    ]);
    expect((await desk.decide(approvalId)).msg).toBe('存在未完成授权 3.00 元');
    await api.deps.database.pool.query('UPDATE cards SET held = 0 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      id,
    ]);
    expect(await desk.card(id)).toMatchObject({ state: 'ACTIVE', balance: 10_000 });
    expect((await desk.decide(approvalId)).code).toBe(200);
  });

  test('that is anonymous, empty or held by compliance is refused alone among others', async () => {
    const anonymous = await old(500, { naming: 'ANONYMOUS', months: 36 });
    const held = await old(500);
    const good = await old(500);
    const empty = await madeCard(api, { ...desk.whose, productId: desk.products.NAMED });
    await api.deps.database.prisma.card.updateMany({
      where: { tenantId, id: empty },
      data: { activatedAt: new Date('2026-01-01') },
    });
    await desk.one('freezeCard', held);
    const where = { tenantId_id: { tenantId, id: held } };
    await api.deps.database.prisma.card.update({ where, data: { frozenBy: 'COMPLIANCE' } });
    const { result } = await desk.call('card/redeemCard', {
      ids: [anonymous, held, empty, good],
      reason: '退卡',
    });
    expect(result).toMatchObject({ done: 0, waiting: 1, failed: 3 });
    expect(result.rows.map(({ message }: { message: string }) => message)).toEqual([
      '不记名卡不可赎回',
      '卡已由合规冻结',
      '卡内没有余额',
      '',
    ]);
    for (const action of ['extendCard', 'cancelCard']) {
      const given = action === 'extendCard' ? { months: 1, feeAmount: 0 } : {};
      expect(await desk.one(action, held, given)).toMatchObject({ ok: false, message: '卡已由合规冻结' });
    }
  });

  test('that replaces another is redeemed by when the first was activated', async () => {
    const id = await old(600);
    await desk.one('reportLossCard', id);
    const { replacementId } = (await desk.replace(id)).result;
    expect(await desk.one('redeemCard', replacementId)).toMatchObject({
      message: '当前状态为待激活，不能赎回',
    });
    await desk.one('activateCard', replacementId);
    expect(await desk.one('redeemCard', replacementId)).toMatchObject({ ok: true });
  });

  test('is redeemed for no more than its maker’s ceiling', async () => {
    const id = await old(900);
    const permissions = ['card.view', 'card.edit'];
    const small = (await operator(api, '小额', { permissions, amountCeiling: 899 })).token;
    expect(await desk.one('redeemCard', id, {}, small)).toMatchObject({
      ok: false,
      message: expect.stringContaining('金额超出您的权限上限'),
    });
  });
});

describe('a cancelled card', () => {
  const made = (change: object) =>
    madeCard(api, { ...desk.whose, productId: desk.products.NAMED, ...change });

  test('was empty: in stock, to be activated or spent; once a checker agrees', async () => {
    for (const state of ['STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST'] as const) {
      const id = await made({ state });
      const { ok, approvalId } = await desk.one('cancelCard', id);
      expect([state, ok, (await desk.card(id)).state]).toEqual([state, true, state]);
      expect((await desk.decide(approvalId)).code).toBe(200);
      expect(await desk.card(id)).toMatchObject({
        state: 'CANCELLED',
        requests: [{ kind: 'CANCEL', state: 'DONE' }],
      });
    }
    await expectInvariants(api, backdated);
  });

  test('with money on it is refused, and nothing is authorized on one that is', async () => {
    const id = await desk.loaded(12_345);
    expect(await desk.one('cancelCard', id)).toMatchObject({ message: '卡内还有余额 123.45 元，不能注销' });
    const empty = await made({});
    const { cardNo } = await desk.card(empty);
    const { approvalId } = await desk.one('cancelCard', empty);
    await desk.decide(approvalId);
    expect((await desk.authorize(cardNo, 1)).responseCode).toBe('46');
    expect(await desk.one('cancelCard', empty)).toMatchObject({ message: '当前状态为已注销，不能注销' });
  });

  test('gives back what was held of the fund for its face', async () => {
    const id = await made({ state: 'STOCK', faceAmount: 30_000 });
    const key = { tenantId, companyId: desk.whose.companyId, kind: 'ENTERPRISE' } as const;
    const account = await api.deps.database.prisma.fundAccount.findUniqueOrThrow({
      where: { tenantId_companyId_kind: key },
    });
    const before = await desk.fund();
    const now = api.clock.businessNow();
    const hold = { accountId: account.id, amount: 30_000, sourceNo: 'C', by: '测试' };
    await inTransaction(api.deps.database, (tx) =>
      holdFund(tx, { tenantId, source: { type: 'card', id }, now }, hold),
    );
    const { approvalId } = await desk.one('cancelCard', id);
    expect(await desk.fund()).toEqual({ ...before, frozen: before.frozen + 30_000 });
    await desk.decide(approvalId);
    expect(await desk.fund()).toEqual(before);
    await expectInvariants(api, backdated);
  });

  test('that was loaded meanwhile is not cancelled', async () => {
    const id = await made({ faceAmount: 0 });
    const { approvalId } = await desk.one('cancelCard', id);
    const move = {
      cardId: id,
      kind: 'TOP_UP',
      delta: 100,
      sourceType: 'test',
      sourceId: crypto.randomUUID(),
    } as const;
    const now = api.clock.businessNow();
    await inTransaction(api.deps.database, (tx) => moveBalances(tx, [move], { tenantId, by: null, now }));
    expect((await desk.decide(approvalId)).msg).toBe('卡内还有余额 1.00 元，不能注销');
    expect((await desk.card(id)).state).toBe('ACTIVE');
  });
});

import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { moveBalances } from './move-balance.ts';

let api: TestApi;
let desk: CardDesk;
const tenantId = tenantIdOf('A');
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

beforeAll(async () => {
  api = await startTestApi();
  desk = await cardDesk(api, tenantId);
});
afterAll(() => api.close());
beforeEach(() => api.clock.setBusinessOffset(0));

/** A lost card with so much on it. */
async function lost(balance: number): Promise<string> {
  const id = await desk.loaded(balance);
  expect(await desk.one('reportLossCard', id)).toMatchObject({ ok: true });
  return id;
}

/** What one maker may replace a day is used up: another one. */
async function anotherMaker(): Promise<void> {
  desk = await cardDesk(api, tenantId);
}

describe('a replaced card', () => {
  test('worked example 5: old 0, new 45,600, the fee of 1,000 from the fund as 943 and tax 57', async () => {
    const id = await lost(45_600);
    const before = await desk.fund();
    const { result } = await desk.replace(id, { feeAmount: 1_000 });
    expect(result).toEqual({ approvalId: null, replacementId: expect.any(String) });
    const [old, replacement] = [await desk.card(id), await desk.card(result.replacementId)];
    expect(old).toMatchObject({ state: 'REPLACED', balance: 0, frozenBy: null });
    expect(old.replacedBy).toMatchObject({ id: replacement.id, cardNo: replacement.cardNo });
    expect(replacement).toMatchObject({
      ...{ state: 'PENDING', balance: 45_600, faceAmount: 45_600, holder: old.holder },
      replaces: { id, cardNo: old.cardNo },
    });
    expect(replacement.maskedPan).not.toBe(old.maskedPan);
    const [request] = old.requests;
    expect(request).toMatchObject({
      ...{ kind: 'REPLACE', state: 'DONE', amount: 45_600, feeAmount: 1_000, approvalId: null },
    });
    expect(await desk.legs(request?.id ?? '')).toEqual([
      ['CARD_MOVE', 'CARD', 'CARD', 45_600],
      ['CARD_FEE', 'FUND', 'CARD_INCOME', 943],
      ['CARD_FEE', 'FUND', 'VAT', 57],
    ]);
    expect(await desk.fund()).toEqual({ ...before, balance: before.balance - 1_000 });
    const flows = await api.deps.database.prisma.cardFlow.findMany({
      where: { tenantId, sourceId: request?.id ?? '' },
      orderBy: { delta: 'asc' },
    });
    expect(flows).toMatchObject([
      { kind: 'MOVE_OUT', cardId: id, delta: -45_600n, balanceAfter: 0n },
      { kind: 'MOVE_IN', cardId: replacement.id, delta: 45_600n, balanceAfter: 45_600n },
    ]);
    await expectInvariants(api);
  });

  test('is followed by one with its own limits, whose id tells when it was made, as other ids do', async () => {
    await anotherMaker();
    const id = await lost(1_000);
    const limits = { singleLimit: 5_000, dayLimit: 20_000, monthLimit: 90_000, dayCount: 3 };
    const { version } = await desk.card(id);
    await desk.call('card/limitCard', { id, version, ...limits, reason: '限额' });
    const { result } = await desk.replace(id);
    expect(result.replacementId).toMatch(uuidV7);
    expect((await desk.card(result.replacementId)).ownLimits).toEqual(limits);
  });

  test('worked example 5: that two replace at once is replaced once, the other is told 已被处理', async () => {
    await anotherMaker();
    const id = await lost(1_000);
    const { version } = await desk.card(id);
    const answers = await Promise.all([1, 2].map(() => desk.replace(id, { version })));
    expect(answers.map(({ code, msg }) => (code === 200 ? 200 : msg)).sort()).toEqual([200, '已被处理']);
    expect(await api.deps.database.prisma.card.count({ where: { tenantId, replacesId: id } })).toBe(1);
  });

  test('has its money on the new one already: activating that loads nothing', async () => {
    await anotherMaker();
    const id = await lost(2_000);
    const { result } = await desk.replace(id);
    const before = await desk.fund();
    expect(await desk.one('activateCard', result.replacementId)).toMatchObject({ ok: true });
    expect(await desk.card(result.replacementId)).toMatchObject({ state: 'ACTIVE', balance: 2_000 });
    expect(await desk.fund()).toEqual(before);
    expect((await desk.authorize((await desk.card(result.replacementId)).cardNo, 2_000)).responseCode).toBe(
      '00',
    );
    await expectInvariants(api);
  });

  test('has its open authorizations on the new one, where they are given up', async () => {
    await anotherMaker();
    const id = await desk.loaded(30_000);
    const { cardNo } = await desk.card(id);
    const reference = `HELD-${crypto.randomUUID()}`.slice(0, 36);
    expect(await desk.authorize(cardNo, 12_500, reference)).toMatchObject({ responseCode: '00' });
    await desk.one('reportLossCard', id);
    const { result } = await desk.replace(id);
    expect(await desk.card(id)).toMatchObject({ balance: 0, heldBalance: 0 });
    expect(await desk.card(result.replacementId)).toMatchObject({ balance: 30_000, heldBalance: 12_500 });
    expect(await desk.reverse(reference)).toMatchObject({ reversedAmount: 12_500, leftAmount: 0 });
    expect(await desk.card(result.replacementId)).toMatchObject({ balance: 30_000, heldBalance: 0 });
    await expectInvariants(api);
  });

  test('is found lost no more: its loss is not cancelled', async () => {
    await anotherMaker();
    const id = await lost(100);
    await desk.replace(id);
    expect(await desk.one('cancelLossCard', id)).toMatchObject({
      ok: false,
      message: '当前状态为已补卡，不能解除挂失',
    });
  });
});

describe('a replacement', () => {
  test('of 100,000 fen is done, of a fen more waits; a day’s second one waits whatever it is', async () => {
    await anotherMaker();
    const [over, exact, second] = [await lost(100_001), await lost(100_000), await lost(1)];
    const asked = (await desk.replace(over, { feeAmount: 1_000 })).result;
    expect(asked).toEqual({ approvalId: expect.any(String), replacementId: null });
    expect((await desk.replace(exact)).result.approvalId).toBeNull();
    expect((await desk.replace(second)).result.approvalId).not.toBeNull();

    const { requests } = await desk.card(over);
    expect(requests).toMatchObject([{ kind: 'REPLACE', state: 'SUBMITTED', approvalId: asked.approvalId }]);
    const maker = await desk.decide(asked.approvalId, 'approve', desk.clerk);
    expect(maker.msg).toBe('经办人不能审批自己提交的事项');
    expect((await desk.decide(asked.approvalId)).code).toBe(200);
    const old = await desk.card(over);
    expect(old).toMatchObject({
      state: 'REPLACED',
      balance: 0,
      requests: [{ state: 'DONE', amount: 100_001 }],
    });
    expect(await desk.card(old.replacedBy?.id ?? '')).toMatchObject({ state: 'PENDING', balance: 100_001 });
    await expectInvariants(api);
  });

  test('that waits is asked for once, and leaves nothing behind when it is rejected or withdrawn', async () => {
    await anotherMaker();
    const id = await lost(150_000);
    for (const [how, token, state] of [
      ['reject', desk.checker, 'REJECTED'],
      ['withdraw', desk.clerk, 'WITHDRAWN'],
    ] as const) {
      const { approvalId } = (await desk.replace(id)).result;
      expect((await desk.replace(id)).msg).toBe('已提交审批，请勿重复提交');
      expect((await desk.call(`approval/${how}`, { id: approvalId, reason: '不补' }, token)).code).toBe(200);
      const card = await desk.card(id);
      expect(card).toMatchObject({ state: 'LOST', balance: 150_000 });
      expect(card.requests[0]).toMatchObject({ state, approvalId });
    }
    expect(await api.deps.database.prisma.card.count({ where: { tenantId, replacesId: id } })).toBe(0);
    await expectInvariants(api);
  });

  test('is refused where its loss was cancelled meanwhile', async () => {
    await anotherMaker();
    const id = await lost(150_000);
    const { approvalId } = (await desk.replace(id)).result;
    await desk.one('cancelLossCard', id);
    expect((await desk.decide(approvalId)).msg).toBe('当前状态为正常，不能补卡');
    expect(await desk.card(id)).toMatchObject({ state: 'ACTIVE', requests: [{ state: 'SUBMITTED' }] });
    expect((await desk.authorize((await desk.card(id)).cardNo, 1)).responseCode).toBe('62');
    expect((await desk.decide(approvalId, 'reject')).code).toBe(200);
  });

  test('counts the fee with what is on the card: 99,000 and 1,000 are done, and a fen of fee more waits', async () => {
    await anotherMaker();
    const over = await lost(99_000);
    const { approvalId } = (await desk.replace(over, { feeAmount: 1_001 })).result;
    expect(approvalId).toEqual(expect.any(String));
    const exact = await lost(99_000);
    expect((await desk.replace(exact, { feeAmount: 1_000 })).result.approvalId).toBeNull();
    expect((await desk.decide(approvalId)).code).toBe(200);
    expect(await desk.card(over)).toMatchObject({
      state: 'REPLACED',
      requests: [{ amount: 99_000, feeAmount: 1_001 }],
    });
  });

  test('a fee over the threshold is taken by nobody alone, by SQL either', async () => {
    await anotherMaker();
    const id = await lost(1_000);
    const { approvalId } = (await desk.replace(id, { feeAmount: 100_000 })).result;
    const { prisma } = api.deps.database;
    const { id: requestId } = await prisma.cardRequest.findFirstOrThrow({ where: { tenantId, cardId: id } });
    await expect(
      prisma.cardRequest.update({
        where: { tenantId_id: { tenantId, id: requestId } },
        data: { state: 'DONE', doneAt: api.clock.businessNow() },
      }),
    ).rejects.toThrow(/cardReplacement/);
    expect((await desk.decide(approvalId, 'reject')).code).toBe(200);
  });

  test('moves no more than was asked for', async () => {
    await anotherMaker();
    const id = await lost(150_000);
    const { approvalId } = (await desk.replace(id)).result;
    const more = { cardId: id, kind: 'REFUND', delta: 100, sourceType: 'test', sourceId: id } as const;
    const now = api.clock.businessNow();
    await inTransaction(api.deps.database, (tx) => moveBalances(tx, [more], { tenantId, by: null, now }));
    expect((await desk.decide(approvalId)).msg).toBe(
      '金额已变为 1501.00 元，超过提交时的 1500.00 元，请驳回后重新提交',
    );
    expect(await desk.card(id)).toMatchObject({ state: 'LOST', balance: 150_100 });
    const back = { ...more, kind: 'OVERFLOW', delta: -100 } as const;
    await inTransaction(api.deps.database, (tx) => moveBalances(tx, [back], { tenantId, by: null, now }));
  });

  test.each([
    ['COMPLIANCE', '卡已由合规冻结'],
    ['LEFT', '持卡人已离职，不能补卡'],
  ] as const)('of a card that %s froze is refused', async (frozenBy, message) => {
    const id = await lost(100);
    const where = { tenantId_id: { tenantId, id } };
    await api.deps.database.prisma.card.update({ where, data: { frozenBy, stateBefore: 'FROZEN' } });
    expect((await desk.replace(id)).msg).toBe(message);
    expect((await desk.card(id)).state).toBe('LOST');
  });

  test('that the fund does not cover the fee of changes nothing', async () => {
    await anotherMaker();
    const id = await lost(700);
    const { prisma } = api.deps.database;
    const key = { tenantId, companyId: desk.whose.companyId, kind: 'ENTERPRISE' } as const;
    const where = { tenantId_companyId_kind: key };
    const { balance, frozen } = await prisma.fundAccount.findUniqueOrThrow({ where });
    await prisma.fundAccount.update({ where, data: { frozen: balance } });
    const answer = await desk.replace(id, { feeAmount: 1_000 });
    await prisma.fundAccount.update({ where, data: { frozen } });
    expect(answer.msg).toBe('企业资金余额不足');
    expect(await desk.card(id)).toMatchObject({
      state: 'LOST',
      balance: 700,
      requests: [],
      replacedBy: null,
    });
  });
});

describe('the database', () => {
  const tried = (statement: string, values: unknown[]) => api.deps.database.pool.query(statement, values);

  test('takes no request as done that nobody approved, and none that is decided twice', async () => {
    await anotherMaker();
    const id = await lost(150_000);
    const { approvalId } = (await desk.replace(id)).result;
    const { id: requestId } = (await desk.card(id)).requests[0] as { id: string };
    const done = `UPDATE card_requests SET state = 'DONE', done_at = now() WHERE tenant_id = $1 AND id = $2`;
    await expect(tried(done, [tenantId, requestId])).rejects.toThrow('refuse_unapproved_money');
    await desk.decide(approvalId, 'reject');
    await expect(tried(done, [tenantId, requestId])).rejects.toThrow('refuse_other_request');
    await expect(
      tried('UPDATE card_requests SET fee = 1 WHERE tenant_id = $1 AND id = $2', [tenantId, requestId]),
    ).rejects.toThrow('refuse_other_request');
    await expect(
      tried('DELETE FROM card_requests WHERE tenant_id = $1 AND id = $2', [tenantId, requestId]),
    ).rejects.toThrow('permission denied');
  });

  test('takes no second request of a card while one waits', async () => {
    await anotherMaker();
    const id = await lost(150_000);
    await desk.replace(id);
    await expect(
      tried(
        `INSERT INTO card_requests (tenant_id, request_no, kind, card_id, company_id, amount, reason, created_at, created_by, updated_at, updated_by)
         VALUES ($1, 'TWICE', 'CANCEL', $2, $3, 0, '重复', now(), '测试', now(), '测试')`,
        [tenantId, id, desk.whose.companyId],
      ),
    ).rejects.toThrow('card_requests_one_waiting');
  });
});

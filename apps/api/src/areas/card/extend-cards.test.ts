import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { madeCard } from '../../../../../tests/support/cards.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { expireCards } from './expire-cards.ts';

let api: TestApi;
let desk: CardDesk;
const tenantId = tenantIdOf('A');
/** Cards are paid for in months here that the seeds have issued the bills of. */
const backdated = ['billsAreFunds'];
const end = '2026-08-31T15:59:59.999Z';

beforeAll(async () => {
  api = await startTestApi();
  desk = await cardDesk(api, tenantId);
});
afterAll(() => api.close());

/** An anonymous card with so much on it that ends on 31 August 2026. */
async function ending(balance: number): Promise<string> {
  desk.at('2026-07-31');
  return desk.loaded(balance, { naming: 'ANONYMOUS', months: 1 });
}
const extend = (id: string, given: object) =>
  desk.one('extendCard', id, { months: 6, feeAmount: 500, ...given });
const feeOf = async (id: string) =>
  api.deps.database.prisma.cardFlow.findFirstOrThrow({ where: { tenantId, cardId: id, kind: 'FEE' } });

describe('an extended card', () => {
  test('worked example 6: expired, 3,300, extended 6 months on 22 November for 500: 2,800 until 22 May', async () => {
    const id = await ending(3_300);
    expect((await desk.card(id)).expiresAt).toBe(end);
    desk.at('2026-11-22');
    await expireCards(api.deps);
    expect(await desk.card(id)).toMatchObject({ state: 'EXPIRED', balance: 3_300 });
    expect(await extend(id, {})).toMatchObject({ ok: true });
    expect(await desk.card(id)).toMatchObject({
      ...{ state: 'ACTIVE', balance: 2_800, expiresAt: '2027-05-22T15:59:59.999Z' },
    });
    const { sourceId, delta } = await feeOf(id);
    expect(delta).toBe(-500n);
    expect(sourceId, 'flows are ordered by when their sources were').toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(await desk.legs(sourceId)).toEqual([
      ['CARD_FEE', 'CARD', 'CARD_INCOME', 472],
      ['CARD_FEE', 'CARD', 'VAT', 28],
    ]);
    await expectInvariants(api, backdated);
  });

  test('worked example 6: extended on 1 August instead, until 28 February', async () => {
    const id = await ending(3_300);
    desk.at('2026-08-01');
    expect(await extend(id, {})).toMatchObject({ ok: true });
    const card = await desk.card(id);
    expect(card).toMatchObject({ state: 'ACTIVE', expiresAt: '2027-02-28T15:59:59.999Z' });
    expect(card.events[0]).toMatchObject({
      action: 'EXTEND',
      fromState: 'ACTIVE',
      toState: 'ACTIVE',
      side: 'OPERATOR',
    });
  });

  test('that is frozen stays frozen, by whom it was; without a fee nothing moves', async () => {
    const id = await ending(100);
    await desk.one('freezeCard', id);
    expect(await extend(id, { feeAmount: 0, months: 1 })).toMatchObject({ ok: true });
    expect(await desk.card(id)).toMatchObject({
      ...{ state: 'FROZEN', frozenBy: 'OPERATOR', balance: 100, expiresAt: '2026-09-30T15:59:59.999Z' },
    });
  });

  test('pays its fee out of what nothing holds, the others of the batch go on', async () => {
    const [poor, good] = [await ending(499), await ending(500)];
    const named = await desk.loaded(1_000);
    const held = await ending(600);
    expect((await desk.authorize((await desk.card(held)).cardNo, 101)).responseCode).toBe('00');
    const given = { ids: [poor, named, held, good], reason: '延期', months: 6, feeAmount: 500 };
    const { result } = await desk.call('card/extendCard', given);
    expect(result.rows.map(({ message }: { message: string }) => message)).toEqual([
      '可用余额不足以支付手续费 5.00 元',
      '该卡长期有效，无需延期',
      '可用余额不足以支付手续费 5.00 元',
      '',
    ]);
    expect(await desk.card(good)).toMatchObject({ balance: 0 });
    expect(await desk.card(poor)).toMatchObject({ balance: 499, expiresAt: end });
  });

  test('that was never active is refused once it has expired', async () => {
    desk.at('2026-07-31');
    const id = await madeCard(api, {
      ...{ ...desk.whose, productId: desk.products.ANONYMOUS, naming: 'ANONYMOUS', state: 'PENDING' },
    });
    await api.deps.database.prisma.card.updateMany({
      where: { tenantId, id },
      data: { expiresAt: new Date(end) },
    });
    desk.at('2026-11-22');
    await expireCards(api.deps);
    expect(await desk.card(id)).toMatchObject({ state: 'EXPIRED' });
    expect(await extend(id, { feeAmount: 0 })).toMatchObject({ message: '未激活的卡不能延期' });
  });
});

describe('the duty', () => {
  test('expires what is due, 500 at a time, and a card that is due is authorized nothing before it and after', async () => {
    const id = await ending(1_000);
    const { cardNo } = await desk.card(id);
    const lost = await ending(200);
    const where = { tenantId_id: { tenantId, id: lost } };
    await api.deps.database.prisma.card.update({
      where,
      data: { state: 'LOST', stateBefore: 'ACTIVE', eventSeq: { increment: 1 } },
    });
    const product = { ...desk.whose, productId: desk.products.ANONYMOUS, naming: 'ANONYMOUS' } as const;
    for (let n = 0; n < 501; n++) await madeCard(api, { ...product, state: 'PENDING' });
    await api.deps.database.prisma.card.updateMany({
      where: { tenantId, state: 'PENDING', productId: desk.products.ANONYMOUS },
      data: { expiresAt: new Date(end) },
    });
    desk.at('2026-08-31');
    await expireCards(api.deps);
    expect((await desk.card(id)).state).toBe('ACTIVE');
    api.clock.setBusinessOffset(Date.parse(end) - Date.now());
    expect((await desk.authorize(cardNo, 1)).responseCode).toBe('54');
    desk.at('2026-09-01');
    await expireCards(api.deps);
    expect((await desk.authorize(cardNo, 1)).responseCode).toBe('54');
    const card = await desk.card(id);
    expect(card).toMatchObject({ state: 'EXPIRED', balance: 1_000 });
    expect(card.events[0]).toMatchObject({ action: 'EXPIRE', side: 'SERVICE', createdBy: '系统' });
    expect((await desk.card(lost)).state).toBe('EXPIRED');
    const left = { tenantId, productId: desk.products.ANONYMOUS, state: 'PENDING' } as const;
    expect(await api.deps.database.prisma.card.count({ where: left })).toBe(0);
    const log = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { tenantId, targetId: id, action: 'expireCards' },
    });
    expect(log).toMatchObject({ before: { state: 'ACTIVE' }, after: { state: 'EXPIRED' } });
  });
});

import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardDesk, cardDesk } from '../../../../../tests/support/card-desk.ts';
import { madeCard } from '../../../../../tests/support/cards.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { expireCards } from './expire-cards.ts';

let api: TestApi;
let desk: CardDesk;
let made = 0;
const tenantId = tenantIdOf('A');
/** Cards are paid for in months here that the seeds have issued the bills of. */
const backdated = ['billsAreFunds'];

beforeAll(async () => {
  api = await startTestApi();
  desk = await cardDesk(api, tenantId);
});
afterAll(() => api.close());
beforeEach(() => desk.at('2026-11-24'));

/** Somebody new at the unit. */
async function employee(): Promise<string> {
  made += 1;
  const { prisma } = api.deps.database;
  const { merchantId, companyId } = desk.whose;
  const { id } = await prisma.employee.create({
    data: {
      ...{ tenantId, merchantId, name: `持卡人${made}`, employeeNo: `HOLDER${made}`, state: 'ACTIVE' },
      ...{ mobile: `1390001${String(made).padStart(4, '0')}`, hiredOn: new Date('2026-01-01') },
    },
  });
  await prisma.limitAccount.create({ data: { tenantId, merchantId, employeeId: id, companyId } });
  return id;
}

const leave = async (employeeId: string) => {
  const { result } = await desk.call('employee/leaveEmployee', { ids: [employeeId], reason: '辞职' });
  expect(result).toMatchObject({ done: 1 });
};

/** A card of somebody, with so much on it for long enough to be redeemed. */
async function old(employeeId: string, balance = 1_000): Promise<string> {
  desk.at('2026-08-21');
  const id = await desk.loaded(balance, { employeeId });
  desk.at('2026-11-24');
  return id;
}

describe('cards of who leaves', () => {
  test('are frozen by the service and never unfrozen, whoever had frozen them before; others’ are not', async () => {
    const [leaver, stays] = [await employee(), await employee()];
    const [active, frozen, others] = [await old(leaver), await old(leaver), await old(stays)];
    await desk.one('freezeCard', frozen);
    await leave(leaver);
    for (const id of [active, frozen]) {
      const card = await desk.card(id);
      expect(card).toMatchObject({ state: 'FROZEN', frozenBy: 'LEFT', stateReason: '辞职', balance: 1_000 });
      expect(card.events[0]).toMatchObject({
        action: 'FREEZE',
        toState: 'FROZEN',
        side: 'LEFT',
        reason: '辞职',
      });
      expect(await desk.one('unfreezeCard', id)).toMatchObject({ message: '持卡人已离职，不能解冻' });
      expect((await desk.authorize(card.cardNo, 1)).responseCode).toBe('62');
    }
    expect(await desk.card(others)).toMatchObject({ state: 'ACTIVE', frozenBy: null });
  });

  test('are redeemed to the company', async () => {
    const leaver = await employee();
    const id = await old(leaver, 70_000);
    await leave(leaver);
    const before = await desk.fund();
    await desk.decide((await desk.one('redeemCard', id)).approvalId);
    expect(await desk.card(id)).toMatchObject({ state: 'REDEEMED', balance: 0 });
    expect((await desk.fund()).balance).toBe(before.balance + 70_000);
    await expectInvariants(api, backdated);
  });

  test('that are lost are not replaced, and frozen once their loss is cancelled', async () => {
    const leaver = await employee();
    const id = await old(leaver);
    await desk.one('reportLossCard', id);
    await leave(leaver);
    expect(await desk.card(id)).toMatchObject({ state: 'LOST', frozenBy: 'LEFT' });
    expect((await desk.replace(id)).msg).toBe('持卡人已离职，不能补卡');
    expect(await desk.one('cancelLossCard', id)).toMatchObject({ ok: true });
    expect(await desk.card(id)).toMatchObject({ state: 'FROZEN', frozenBy: 'LEFT' });
  });

  test('that compliance holds stay compliance’s', async () => {
    const leaver = await employee();
    const id = await old(leaver);
    await desk.one('freezeCard', id);
    const where = { tenantId_id: { tenantId, id } };
    await api.deps.database.prisma.card.update({ where, data: { frozenBy: 'COMPLIANCE' } });
    await leave(leaver);
    expect(await desk.card(id)).toMatchObject({ state: 'FROZEN', frozenBy: 'COMPLIANCE' });
  });

  test('that wait to be activated never are; what a replacement has on it can be redeemed', async () => {
    const leaver = await employee();
    const id = await old(leaver);
    const { productId } = await api.deps.database.prisma.card.findFirstOrThrow({ where: { tenantId, id } });
    const waiting = await madeCard(api, { ...desk.whose, employeeId: leaver, productId, state: 'PENDING' });
    await desk.one('reportLossCard', id);
    const { replacementId } = (await desk.replace(id)).result;
    await leave(leaver);
    expect(await desk.one('activateCard', waiting)).toMatchObject({
      ok: false,
      message: '持卡人已离职，不能激活',
    });
    const replacement = await desk.card(replacementId);
    expect(replacement).toMatchObject({ state: 'FROZEN', frozenBy: 'LEFT', balance: 1_000 });
    expect(replacement.events.map(({ action, side }) => [action, side])).toEqual([
      ['FREEZE', 'LEFT'],
      ['ACTIVATE', 'LEFT'],
    ]);
    expect(await desk.one('redeemCard', replacementId)).toMatchObject({ ok: true });
    await expectInvariants(api, backdated);
  });
});

test('cards of a unit that is disabled go on: what is on them is paid for', async () => {
  const { prisma } = api.deps.database;
  const id = await old(await employee());
  const where = { tenantId_id: { tenantId, id: desk.whose.merchantId } };
  const payee = await prisma.merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE', id: { not: desk.whose.merchantId } },
  });
  await prisma.merchant.update({ where, data: { state: 'DISABLED' } });
  const { cardNo } = await desk.card(id);
  const answer = await desk.authorize(cardNo, 100, undefined, payee.merchantNo);
  const atIt = await desk.authorize(
    cardNo,
    100,
    undefined,
    (await prisma.merchant.findUniqueOrThrow({ where })).merchantNo,
  );
  await prisma.merchant.update({ where, data: { state: 'ACTIVE' } });
  expect([answer.responseCode, atIt.responseCode]).toEqual(['00', '03']);
});

test('cards of a tenant that is suspended are neither charged nor touched, and go on where they were', async () => {
  const { prisma } = api.deps.database;
  desk.at('2026-07-31');
  const id = await desk.loaded(500, { naming: 'ANONYMOUS', months: 1 });
  desk.at('2026-11-24');
  const { cardNo } = await desk.card(id);
  await prisma.tenant.update({ where: { id: tenantId }, data: { state: 'SUSPENDED' } });
  const refused = await desk.authorize(cardNo, 1);
  await expireCards(api.deps);
  const meanwhile = await prisma.card.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  await prisma.tenant.update({ where: { id: tenantId }, data: { state: 'ACTIVE' } });
  expect([refused, meanwhile.state]).toEqual([null, 'ACTIVE']);
  await expireCards(api.deps);
  expect((await desk.card(id)).state).toBe('EXPIRED');
});

import type { CaseExplanation } from '@xyxlx/contracts/compliance-case';
import type { CaseGraph } from '@xyxlx/contracts/compliance-graph';
import { graphMost } from '@xyxlx/contracts/compliance-graph';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardDesk } from '../../../../../../tests/support/card-desk.ts';
import { type CardHolder, cardHolder } from '../../../../../../tests/support/cards.ts';
import { auditor, type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { registerMerchant } from '../../../../../../tests/support/merchants.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: CaseDesk;
let holder: CardHolder;
let admin: string;
const at = new Date('2026-11-20T04:00:00Z');
const day = 86_400_000;
const ago = (days: number) => new Date(at.getTime() - days * day);

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  holder = await cardHolder(api, desk.tenantId);
  admin = await api.signIn('13800000001');
});
afterAll(() => api.close());

const newPayee = async () => (await registerMerchant(api, admin)).id;

interface Paid {
  by: string;
  to: string;
  amount?: number;
  when?: Date;
  merchantId?: string;
  state?: 'SUCCESS' | 'FAILED';
}

async function pay(given: readonly Paid[]): Promise<void> {
  const { prisma } = api.deps.database;
  await prisma.consumptionRecord.createMany({
    data: given.map(({ by, to, amount = 100, when = at, state = 'SUCCESS', ...more }) => ({
      ...{ tenantId: desk.tenantId, companyId: holder.companyId, employeeId: by, payeeMerchantId: to },
      ...{ merchantId: more.merchantId ?? desk.merchantId, type: 'CONSUME', state, amount },
      ...{ enterprise: amount, personal: 0, category: 'MEAL', channel: 'ALIPAY', paidAt: when },
      ...{ paymentNo: crypto.randomUUID(), failure: state === 'FAILED' ? '额度不足' : null },
    })),
  });
}

const graphOf = async (id: string, by = desk.analyst) =>
  (await desk.done('getCaseGraph', { id }, by)) as unknown as CaseGraph;

describe('of somebody', () => {
  test('their payees, and who else paid these: the one who shares the most first, the declined and the older left out', async () => {
    const [subjectId, both, one, late] = await Promise.all([1, 2, 3, 4].map(() => desk.employee()));
    const [near, far, elsewhere] = [await newPayee(), await newPayee(), await newPayee()];
    const [me, most, less, tooLate] = [subjectId, both, one, late] as [string, string, string, string];
    await pay([
      { by: me, to: near, amount: 300 },
      { by: me, to: near, amount: 200, when: ago(30) },
      { by: me, to: far, amount: 50 },
      { by: me, to: elsewhere, state: 'FAILED' },
      { by: most, to: near, amount: 10 },
      { by: most, to: far, amount: 10 },
      { by: less, to: near, amount: 999 },
      { by: tooLate, to: near, when: ago(31) },
      { by: tooLate, to: near, when: new Date(at.getTime() + 1) },
      { by: tooLate, to: elsewhere },
    ]);
    const { id } = await desk.newCase({ subjectId: me, at });
    const { payers, payees, links } = await graphOf(id);
    expect(payers.map((payer) => [payer.id, payer.isOwn, payer.kind])).toEqual([
      [me, true, 'EMPLOYEE'],
      [most, false, 'EMPLOYEE'],
      [less, false, 'EMPLOYEE'],
    ]);
    expect(payers[0]?.name).toMatch(/^RISK.* 王\*\*$/);
    expect(payees.map((payee) => [payee.id, payee.isSubject])).toEqual([
      [near, false],
      [far, false],
    ]);
    expect(links).toContainEqual({ payerId: me, payeeId: near, count: 2, amount: 500 });
    expect(links).toContainEqual({ payerId: less, payeeId: near, count: 1, amount: 999 });
    expect(links).toHaveLength(5);
  });

  test('a card of theirs stands for itself, with its holder; what an authorization found is its capture', async () => {
    const cards = await cardDesk(api, desk.tenantId);
    const { employeeId: by } = cards.whose;
    const card = await cards.loaded(10_000);
    const { cardNo } = await cards.card(card);
    const reference = `A-${crypto.randomUUID()}`;
    await cards.authorize(cardNo, 4_000, reference);
    const captured = await cards.capture(reference, 4_000, { final: true });
    expect(captured.code).toBe(200);
    const { prisma } = api.deps.database;
    const { id: eventId } = await prisma.cardAuthorization.findFirstOrThrow({ where: { cardId: card } });
    const found = {
      subjectId: card,
      subjectType: 'CARD' as const,
      at: new Date(Date.now() + 60_000),
      eventId,
    };
    const ofCard = await desk.newCase(found);
    const graph = await graphOf(ofCard.id);
    expect(graph.payers[0]).toMatchObject({ id: card, kind: 'CARD', isOwn: true, holder: { id: by } });
    expect(graph.links[0]).toMatchObject({ payerId: card, count: 1, amount: 4_000 });
    const explained = (await desk.done('explain', { id: ofCard.id })) as unknown as CaseExplanation;
    expect(explained.payments).toMatchObject([{ amount: 4_000, isHit: true, isDeclined: false }]);

    // One without a holder is somebody else's too.
    const anonymous = await cards.loaded(90_000, { naming: 'ANONYMOUS', months: 36 });
    const other = `A-${crypto.randomUUID()}`;
    await cards.authorize((await cards.card(anonymous)).cardNo, 90_000, other);
    await cards.capture(other, 90_000, { final: true });
    const ofHolder = await desk.newCase({ subjectId: by, at: found.at });
    expect((await graphOf(ofHolder.id)).payers).toContainEqual(
      expect.objectContaining({ id: anonymous, kind: 'CARD', isOwn: false, holder: null }),
    );
    const own = (await graphOf(ofHolder.id)).payers.filter(({ isOwn }) => isOwn);
    expect(own.map(({ id, kind }) => [id, kind])).toContainEqual([card, 'CARD']);
  });

  test('at most as many are shown as a graph holds, however many there are', async () => {
    const subjectId = await desk.employee();
    const payees = await Promise.all(Array.from({ length: graphMost.payees + 2 }, newPayee));
    const others = await Promise.all(Array.from({ length: graphMost.others + 3 }, () => desk.employee()));
    await pay([
      ...payees.map((to, n) => ({ by: subjectId, to, amount: 100 + n })),
      ...others.flatMap((by) => payees.map((to) => ({ by, to, amount: 1 }))),
    ]);
    const graph = await graphOf((await desk.newCase({ subjectId, at })).id);
    expect(graph.payees).toHaveLength(graphMost.payees);
    expect(graph.payers).toHaveLength(1 + graphMost.others);
    // Those that had the least are left out.
    expect(graph.payees.map(({ id }) => id)).not.toContain(payees[0]);
    const shown = [...graph.payers, ...graph.payees].map(({ id }) => id);
    expect(
      graph.links.every(({ payerId, payeeId }) => [payerId, payeeId].every((one) => shown.includes(one))),
    ).toBe(true);
  });
});

test('of a payee: who paid it, and whom these pay besides', async () => {
  const [payee, besides] = [await newPayee(), await newPayee()];
  const [one, other] = [await desk.employee(), await desk.employee()];
  await pay([
    { by: one, to: payee, amount: 5 },
    { by: other, to: payee, amount: 7 },
    { by: one, to: besides, amount: 100 },
  ]);
  const { id } = await desk.newCase({ subjectId: payee, subjectType: 'PAYEE', at });
  const { payers, payees, links } = await graphOf(id);
  expect(payees.map((row) => [row.id, row.isSubject])).toEqual([
    [payee, true],
    [besides, false],
  ]);
  expect(payers.map((row) => row.id).sort()).toEqual([one, other].sort());
  expect(links).toContainEqual({ payerId: one, payeeId: besides, count: 1, amount: 100 });
});

test('whoever sees less than the tenant sees nobody of other merchants in it, and no graph of a case that they don’t see', async () => {
  const { prisma } = api.deps.database;
  const elsewhere = await prisma.merchant.findFirstOrThrow({
    where: { tenantId: desk.tenantId, id: { not: desk.merchantId }, companyId: { not: null } },
  });
  const payee = await newPayee();
  const [subjectId, neighbour] = [await desk.employee(), await desk.employee()];
  const stranger = await desk.employee({ merchantId: elsewhere.id });
  await pay([
    { by: subjectId, to: payee },
    { by: neighbour, to: payee },
    { by: stranger, to: payee, merchantId: elsewhere.id },
  ]);
  const { id } = await desk.newCase({ subjectId, at });
  const narrow = (merchantId: string) =>
    operator(api, '一商户合规', {
      ...{ permissions: auditor.permissions, dataScope: 'MERCHANTS', merchantIds: [merchantId] },
    });
  const seen = await graphOf(id, await narrow(desk.merchantId));
  expect(seen.payers.map((row) => row.id)).toEqual([subjectId, neighbour]);
  expect((await graphOf(id)).payers).toHaveLength(3);
  const refused = await desk.call('getCaseGraph', { id }, await narrow(elsewhere.id));
  expect(refused).toMatchObject({ code: 406, msg: '记录不存在' });
});

test('an operator neither pays nor is paid: there is nothing around them', async () => {
  const { id } = await desk.newCase({ subjectType: 'OPERATOR', subjectId: desk.other.session.userId });
  expect(await graphOf(id)).toEqual({ payers: [], payees: [], links: [] });
});

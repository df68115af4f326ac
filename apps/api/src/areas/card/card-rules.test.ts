import { randomUUID } from 'node:crypto';
import type { CardFlowKind } from '@xyxlx/contracts/card-kinds';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { refused, type Statement, tried } from '../../../../../tests/support/tried-by-sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { keepNumber, newCardNumber } from './card-number.ts';
import { moveBalances } from './move-balance.ts';

const tenantId = tenantIdOf('A');
let api: TestApi;
/** As the service's role. */
let service: pg.PoolClient;
let productId: string;
let employee: { id: string; merchantId: string; companyId: string };
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  service = await api.deps.database.pool.connect();
  const { prisma } = api.deps.database;
  const product = await prisma.cardProduct.create({
    data: {
      ...{ tenantId, code: 'RULES', name: '卡', form: 'PHYSICAL', naming: 'NAMED', faces: [100n] },
      ...{ makingFee: 0n, reloadable: true },
    },
  });
  productId = product.id;
  const found = await prisma.employee.findFirstOrThrow({
    where: { tenantId, merchant: { companyId: { not: null } } },
    include: { merchant: true },
  });
  employee = { id: found.id, merchantId: found.merchantId, companyId: found.merchant.companyId as string };
});
afterAll(async () => {
  service.release();
  await api.close();
});

/** A named card in stock, or as it is said. */
async function card(change: object = {}): Promise<string> {
  made += 1;
  const id = randomUUID();
  await api.deps.database.prisma.card.create({
    data: {
      ...{ id, tenantId, productId, cardNo: `C${made}`, form: 'PHYSICAL', naming: 'NAMED', faceAmount: 100n },
      ...{ merchantId: employee.merchantId, companyId: employee.companyId, cap: 500n },
      ...keepNumber(api.deps.dataKeys, id, newCardNumber()),
      ...change,
    },
  });
  return id;
}
const is = (id: string, set: string): Statement => [
  `UPDATE cards SET ${set} WHERE tenant_id = $1 AND id = $2`,
  [tenantId, id],
];
const event = (id: string, seq: number, to: string): Statement => [
  `INSERT INTO card_events (tenant_id, card_id, seq, action, from_state, to_state, side) VALUES ($1, $2, $3, 'ASSIGN', 'STOCK', $4, 'OPERATOR')`,
  [tenantId, id, seq, to],
];
const flow = (id: string, seq: number, delta: number, after: number, at = new Date()): Statement => [
  `INSERT INTO card_flows (tenant_id, source_id, source_type, kind, card_id, seq, delta, balance_after, company_id)
   SELECT $1, least_id($7::timestamptz), 'card', $5, $2, $3, $4, $6, company_id FROM cards WHERE tenant_id = $1 AND id = $2`,
  [tenantId, id, seq, delta, delta > 0 ? 'LOAD' : 'SPEND', after, at],
];
/** A card that somebody has and that is active, with 300 on it. */
async function active(): Promise<string> {
  const id = await card();
  await service.query('BEGIN');
  for (const one of [
    is(id, `state = 'PENDING', event_seq = 1, employee_id = '${employee.id}'`),
    is(id, `state = 'ACTIVE', event_seq = 2, activated_at = now(), balance = 300, flow_seq = 1`),
    flow(id, 1, 300, 300),
    event(id, 2, 'ACTIVE'),
  ]) {
    await service.query(...(one as [string, unknown[]]));
  }
  await service.query('COMMIT');
  return id;
}

test('a card that is active with money on it is as the database wants it', async () => {
  await expect(active()).resolves.toMatch(/-/);
});

test.each<[what: string, rule: RegExp, change: string]>([
  ['a balance over its cap', /cards_money/, 'balance = 501, flow_seq = 2'],
  ['less than nothing', /cards_money/, 'balance = -1, flow_seq = 2'],
  ['more held than there is', /cards_money/, 'held = 301'],
  ['a balance that moved without a flow', /moves with a flow/, 'balance = 299'],
  ['a state that it can’t come to', /does not become/, `state = 'STOCK', event_seq = 3`],
  ['a state without an event', /has its event/, `state = 'FROZEN', frozen_by = 'OPERATOR'`],
  ['a freeze by nobody', /cards_frozen/, `state = 'FROZEN', event_seq = 3`],
  ['a freeze that nobody sees', /cards_frozen/, `frozen_by = 'OPERATOR'`],
  ['a loss without what it was before', /cards_lost/, `state = 'LOST', event_seq = 3`],
  ['an end that has no day', /cards_end/, `state = 'EXPIRED', event_seq = 3`],
  ['no holder', /cards_holder/, 'employee_id = NULL'],
  ['no day since which it is active', /cards_active_since/, 'activated_at = NULL'],
  ['money, though it was cancelled', /cards_empty/, `state = 'CANCELLED', event_seq = 3`],
  ['money, though it was redeemed', /cards_empty/, `state = 'REDEEMED', event_seq = 3`],
  ['another face value', /stays the card/, 'face_amount = 200'],
  ['another number', /stays the card/, `last_four = '0000'`],
  ['an older count of flows', /moves with a flow/, 'flow_seq = 0'],
])('by the service’s role an active card does not get %s', async (_what, rule, change) => {
  await refused(service, rule, is(await active(), change));
});

test('a card does not begin with money, active, or with a past', async () => {
  for (const change of [
    { balance: 1n },
    { state: 'ACTIVE', activatedAt: new Date(), employeeId: employee.id },
    { eventSeq: 1 },
    { flowSeq: 1 },
  ]) {
    await expect(card(change)).rejects.toThrow(/refuse_card_with_a_past/);
  }
});

test('a card of another issuer, of somebody at another unit, or with a number that is there is refused', async () => {
  await expect(card({ firstSix: '411111' })).rejects.toThrow(/cards_number/);
  const other = await api.deps.database.prisma.employee.findFirstOrThrow({
    where: { tenantId, merchantId: { not: employee.merchantId } },
  });
  await expect(card({ state: 'PENDING', employeeId: other.id })).rejects.toThrow(/[Ff]oreign key/);
  const { panIndex } = await api.deps.database.prisma.card.findFirstOrThrow({ where: { tenantId } });
  await expect(card({ panIndex })).rejects.toThrow(/[Uu]nique/);
});

test('flows follow one another and end at the balance', async () => {
  const id = await active();
  const spent = is(id, 'balance = 250, flow_seq = 2');
  await tried(service, spent, flow(id, 2, -50, 250));
  await refused(service, /refuse_broken_chain/, spent, flow(id, 2, -50, 251));
  await refused(service, /refuse_broken_chain/, spent, flow(id, 2, -49, 250));
  await refused(service, /refuse_broken_chain/, spent, flow(id, 3, -50, 250));
  await refused(service, /refuse_broken_chain/, flow(id, 2, -50, 250));
  // The flow before is in another partition.
  const later = new Date(Date.now() + 40 * 86_400_000);
  await tried(service, spent, flow(id, 2, -50, 250, later));
  await refused(service, /refuse_broken_chain/, spent, flow(id, 2, -50, 251, later));
});

test('an event is of a step that was taken', async () => {
  const id = await active();
  await refused(service, /refuse_untrue_event/, event(id, 3, 'FROZEN'));
  await refused(
    service,
    /refuse_untrue_event/,
    is(id, `state = 'FROZEN', frozen_by = 'OPERATOR', event_seq = 3`),
    event(id, 3, 'LOST'),
  );
});

test('flows and events are not changed or taken away, and a card goes only untouched with its import', async () => {
  const id = await active();
  for (const statement of [
    'UPDATE card_flows SET delta = 1',
    'DELETE FROM card_flows',
    'UPDATE card_events SET seq = 9',
    'DELETE FROM card_events',
  ]) {
    await refused(service, /permission denied/, statement);
  }
  const gone = (one: string): Statement => [
    'DELETE FROM cards WHERE tenant_id = $1 AND id = $2',
    [tenantId, one],
  ];
  await refused(service, /refuse_card_with_a_past/, gone(id));
  await refused(service, /refuse_card_with_a_past/, gone(await card()));
  const imported = await card({ importJobId: randomUUID(), faceAmount: 0n });
  expect((await tried(service, gone(imported))).rowCount).toBe(1);
});

const moved = (moves: { cardId: string; kind: CardFlowKind; delta: number; cap?: number }[]) =>
  inTransaction(api.deps.database, (tx: Transaction) =>
    moveBalances(
      tx,
      moves.map((move) => ({ sourceType: 'card', sourceId: randomUUID(), ...move })),
      { tenantId, by: '测试', now: api.clock.businessNow() },
    ),
  );
const flowsOf = (cardId: string) =>
  api.deps.database.prisma.cardFlow.findMany({ where: { tenantId, cardId }, orderBy: { seq: 'asc' } });

test('several movements on several cards keep each chain, in their order', async () => {
  const [one, two] = [await active(), await active()];
  await moved([
    { cardId: one, kind: 'REFUND', delta: 250 },
    { cardId: two, kind: 'SPEND', delta: -100 },
    { cardId: one, kind: 'OVERFLOW', delta: -50 },
  ]);
  expect(
    (await flowsOf(one)).map(({ seq, kind, balanceAfter }) => [seq, kind, Number(balanceAfter)]),
  ).toEqual([
    [1, 'LOAD', 300],
    [2, 'REFUND', 550],
    [3, 'OVERFLOW', 500],
  ]);
  expect((await flowsOf(two)).at(-1)).toMatchObject({ seq: 2, delta: -100n, balanceAfter: 200n });
});

test('movements at once on one card follow one another', async () => {
  const id = await active();
  await Promise.all(Array.from({ length: 20 }, () => moved([{ cardId: id, kind: 'SPEND', delta: -10 }])));
  const flows = await flowsOf(id);
  expect(flows.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
  expect(flows.at(-1)).toMatchObject({ balanceAfter: 100n });
});

test('no movement goes over the cap, below nothing, or to a card that is not there', async () => {
  const id = await active();
  await expect(moved([{ cardId: id, kind: 'REFUND', delta: 201 }])).rejects.toThrow(/cards_money/);
  await moved([{ cardId: id, kind: 'REFUND', delta: 201, cap: 600 }]);
  await expect(moved([{ cardId: id, kind: 'SPEND', delta: -502 }])).rejects.toThrow(/cards_money/);
  await expect(moved([{ cardId: randomUUID(), kind: 'SPEND', delta: -1 }])).rejects.toThrow(/not there/);
  expect(await flowsOf(id)).toHaveLength(2);
});

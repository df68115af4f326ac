import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cardDesk } from '../../../../../tests/support/card-desk.ts';
import { madeCard } from '../../../../../tests/support/cards.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { openOrderDesk } from '../../../../../tests/support/order-desk.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { cardOrderInvariants } from '../order/invariants.ts';
import { cardInvariants } from './invariants.ts';

const tenantId = tenantIdOf('A');
const invariants = [...cardInvariants, ...cardOrderInvariants];
let api: TestApi;
let owner: pg.Client;
/** What each violation is called, by the record that is broken. */
let labels: Record<'lost' | 'next' | 'waiting' | 'gift' | 'named' | 'order' | 'request' | 'asked', string>;
/** The id of each record that is broken. */
let ids: Record<keyof typeof labels, string>;

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
  const { prisma } = api.deps.database;
  const cards = await cardDesk(api, tenantId);
  const lost = await cards.loaded(45_600);
  await cards.one('reportLossCard', lost);
  expect(await cards.replace(lost)).toMatchObject({ code: 200 });
  const replacement = await prisma.card.findFirstOrThrow({ where: { tenantId, replacesId: lost } });
  const request = await prisma.cardRequest.findFirstOrThrow({ where: { tenantId, cardId: lost } });
  const waiting = await madeCard(api, {
    ...{ ...cards.whose, productId: cards.products.NAMED, state: 'PENDING' },
  });
  expect(await cards.one('cancelCard', waiting)).toMatchObject({ approvalId: expect.any(String) });
  const asked = await prisma.cardRequest.findFirstOrThrow({ where: { tenantId, cardId: waiting } });
  const gift = await cards.loaded(5_000, { naming: 'ANONYMOUS', months: 36 });
  const named = await cards.loaded(5_000);

  const orders = await openOrderDesk(api, tenantId);
  const productId = await orders.soldProduct({ form: 'VIRTUAL', faces: [50_000n] });
  const { id, version } = await orders.paid([{ productId, faceAmount: 50_000, quantity: 3 }]);
  await orders.call('makeOrder', { id, version });
  await eventually(async () => expect((await orders.shown(id)).state).toBe('DONE'));
  const order = await orders.shown(id);
  const lineId = order.lines[0]?.id;
  const refund = await orders.call('refundOrder', {
    ...{ id, version: order.version, lines: [{ lineId, quantity: 1 }], reason: '多订了' },
  });
  expect(await orders.decide('approve', refund.result.approvalId)).toMatchObject({ code: 200 });
  const made = await prisma.card.findFirstOrThrow({
    where: { tenantId, orderLineId: String(lineId), state: 'STOCK' },
  });
  const { employeeId } = cards.whose;
  await cards.call('card/assignCard', { id: made.id, version: made.version, employeeId, reason: '领卡' });
  expect((await cards.call('card/activateCard', { ids: [made.id], reason: '领卡' })).result).toMatchObject({
    done: 1,
  });

  const noOf = async (of: string) => (await cards.card(of)).cardNo;
  ids = { lost, next: replacement.id, waiting, gift, named, order: id, request: request.id, asked: asked.id };
  labels = {
    ...{ lost: await noOf(lost), next: replacement.cardNo, waiting: await noOf(waiting) },
    ...{
      gift: await noOf(gift),
      named: await noOf(named),
      order: order.no,
      request: request.requestNo,
      asked: asked.requestNo,
    },
  };
  await expectInvariants(api);
});
afterEach(async () => {
  await owner.query('ROLLBACK');
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const ofOrder = 'order_line_id IN (SELECT id FROM card_order_lines WHERE order_id = $1)';
const loaded = `${ofOrder} AND state = 'ACTIVE'`;

test.each<
  [name: string, of: keyof typeof labels, what: string, statement: string, named?: keyof typeof labels]
>([
  ['cardIsItsFlows', 'named', 'a fen more on it', 'UPDATE cards SET balance = balance + 1 WHERE id = $1'],
  [
    'cardIsItsFlows',
    'named',
    'a fen more by a flow',
    'UPDATE card_flows SET delta = delta + 1 WHERE card_id = $1',
  ],
  ['cardIsItsFlows', 'named', 'a flow too few', 'DELETE FROM card_flows WHERE card_id = $1'],
  [
    'cardIsItsFlows',
    'named',
    'a flow of another place',
    'UPDATE card_flows SET seq = seq + 1 WHERE card_id = $1',
  ],
  [
    'cardIsItsFlows',
    'named',
    'a flow too many counted',
    'UPDATE cards SET flow_seq = flow_seq + 1 WHERE id = $1',
  ],
  [
    'balanceMovedOnce',
    'request',
    'nothing that came',
    `DELETE FROM card_flows WHERE source_id = $1 AND kind = 'MOVE_IN'`,
  ],
  [
    'balanceMovedOnce',
    'request',
    'nothing that went',
    `DELETE FROM card_flows WHERE source_id = $1 AND kind = 'MOVE_OUT'`,
  ],
  [
    'balanceMovedOnce',
    'request',
    'a fen less that came',
    `UPDATE card_flows SET delta = delta - 1 WHERE source_id = $1 AND kind = 'MOVE_IN'`,
  ],
  [
    'balanceMovedOnce',
    'request',
    'another amount asked for',
    'UPDATE card_requests SET amount = amount - 1 WHERE id = $1',
  ],
  [
    'balanceMovedOnce',
    'next',
    'a new card in place of another',
    'UPDATE cards SET replaces_id = gen_random_uuid() WHERE id = $1',
    'request',
  ],
  [
    'balanceMovedOnce',
    'next',
    'a new card that was loaded',
    `UPDATE card_flows SET kind = 'LOAD' WHERE card_id = $1`,
  ],
  [
    'cardRequestsWait',
    'waiting',
    'a card that forgot it',
    'UPDATE cards SET request_id = NULL WHERE id = $1',
    'asked',
  ],
  [
    'cardRequestsWait',
    'waiting',
    'a request that is over',
    `UPDATE card_requests SET state = 'WITHDRAWN' WHERE card_id = $1`,
  ],
  [
    'cardWithinCap',
    'named',
    'a fen over 5,000 yuan',
    'UPDATE cards SET cap = 600000, balance = 500001 WHERE id = $1',
  ],
  [
    'cardWithinCap',
    'gift',
    'a fen over 1,000 yuan',
    'UPDATE cards SET cap = 600000, balance = 100001 WHERE id = $1',
  ],
  [
    'policyHolds',
    'gift',
    'lost without a name',
    `UPDATE cards SET state = 'LOST', state_before = 'ACTIVE' WHERE id = $1`,
  ],
  [
    'policyHolds',
    'gift',
    'redeemed without a name',
    `UPDATE cards SET state = 'REDEEMED', balance = 0 WHERE id = $1`,
  ],
  ['policyHolds', 'named', 'named with an end', 'UPDATE cards SET expires_at = now() WHERE id = $1'],
  ['cardsMadeAreOrdered', 'order', 'a card too few', `DELETE FROM cards WHERE ${loaded}`],
  [
    'cardsMadeAreOrdered',
    'order',
    'a card in another’s place',
    `UPDATE cards SET order_n = order_n + 3 WHERE ${loaded}`,
  ],
  [
    'cardsMadeAreOrdered',
    'order',
    'another face',
    `UPDATE cards SET face_amount = face_amount + 1 WHERE ${loaded}`,
  ],
  [
    'cardsMadeAreOrdered',
    'order',
    'another unit',
    `UPDATE cards SET merchant_id = gen_random_uuid() WHERE ${loaded}`,
  ],
  [
    'cardsMadeAreOrdered',
    'order',
    'cards before they are made',
    `UPDATE card_orders SET state = 'PAID', earned_at = NULL WHERE id = $1`,
  ],
  [
    'cardsMadeAreOrdered',
    'order',
    'a card given back that is there',
    `UPDATE cards SET state = 'STOCK' WHERE ${ofOrder} AND state = 'CANCELLED'`,
  ],
  [
    'orderAddsUp',
    'order',
    'another quantity',
    'UPDATE card_orders SET quantity = quantity + 1 WHERE id = $1',
  ],
  [
    'orderAddsUp',
    'order',
    'a line that costs more',
    'UPDATE card_order_lines SET making_fee = making_fee + 1 WHERE order_id = $1',
  ],
  [
    'orderAddsUp',
    'order',
    'a payment of less',
    'UPDATE card_order_payments SET amount = amount - 1 WHERE order_id = $1',
  ],
  [
    'orderAddsUp',
    'order',
    'a fund that paid less',
    'UPDATE fund_flows SET delta = delta + 1 WHERE source_id = $1',
  ],
  [
    'orderAddsUp',
    'order',
    'a fen less given back',
    'UPDATE card_orders SET refunded = refunded - 1 WHERE id = $1',
  ],
  [
    'orderAddsUp',
    'order',
    'a refund of less',
    'UPDATE card_order_refunds SET amount = amount - 1 WHERE order_id = $1',
  ],
  [
    'orderAddsUp',
    'order',
    'a refund that did not come back',
    `UPDATE fund_flows SET delta = delta - 1 WHERE source_id IN (SELECT id FROM card_order_refunds WHERE order_id = $1)`,
  ],
  [
    'orderAddsUp',
    'order',
    'more on its cards than was paid',
    `UPDATE card_flows SET delta = 100001 WHERE card_id IN (SELECT id FROM cards WHERE ${loaded})`,
  ],
])('%s finds of %s: %s', async (name, of, _what, statement, told = of) => {
  const violations = String(invariants.find((invariant) => invariant.name === name)?.violations);
  await owner.query('BEGIN');
  // Whatever keeps it from happening stands aside.
  await owner.query(`SET LOCAL session_replication_role = 'replica'`);
  expect((await owner.query(statement, [ids[of]])).rowCount).toBeGreaterThan(0);
  const { rows } = await owner.query<{ what: string }>(violations, [tenantId]);
  expect(rows.map(({ what }) => what).join('\n')).toContain(labels[told]);
});

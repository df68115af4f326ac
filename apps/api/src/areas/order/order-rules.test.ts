import { randomUUID } from 'node:crypto';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordOrder } from '../../../../../tests/support/card-orders.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { refused, type Statement, tried } from '../../../../../tests/support/tried-by-sql.ts';
import { keepNumber, newCardNumber } from '../card/card-number.ts';

const tenantId = tenantIdOf('A');
let api: TestApi;
/** As the service's role. */
let service: pg.PoolClient;
/** An order of one card that is being made. */
let making: string;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  service = await api.deps.database.pool.connect();
  ({ id: making } = await recordOrder(api, { tenantId, state: 'MAKING' }));
});
afterAll(async () => {
  service.release();
  await api.close();
});

const is = (id: string, set: string): Statement => [
  `UPDATE card_orders SET ${set} WHERE tenant_id = $1 AND id = $2`,
  [tenantId, id],
];
/** A card of the order, as its line says but for what is changed. */
function card(orderId: string, change: Record<string, string> = {}): Statement {
  const id = randomUUID();
  const { panCipher, panIndex, firstSix, lastFour } = keepNumber(api.deps.dataKeys, id, newCardNumber());
  const columns: Record<string, string> = {
    ...{ product_id: 'l.product_id', form: 'l.form', naming: 'l.naming', face_amount: 'l.face_amount' },
    ...{ months: 'l.months', merchant_id: 'o.merchant_id', company_id: 'o.company_id', cap: '500000' },
    ...{ order_line_id: 'l.id', order_n: '1', ...change },
  };
  return [
    `INSERT INTO cards (tenant_id, id, card_no, pan_cipher, pan_index, first_six, last_four, ${Object.keys(columns)})
     SELECT $1, $3::uuid, 'R' || $3::uuid, $4, $5, $6, $7, ${Object.values(columns)} FROM card_order_lines l
     JOIN card_orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id WHERE l.tenant_id = $1 AND l.order_id = $2`,
    [tenantId, orderId, id, panCipher, panIndex, firstSix, lastFour],
  ];
}
const anotherMerchant = `(SELECT m.id FROM merchants m WHERE m.tenant_id = $1 AND m.id <> o.merchant_id ORDER BY m.id LIMIT 1)`;
const anotherCompany = `(SELECT m.id FROM companies m WHERE m.tenant_id = $1 AND m.id <> o.company_id ORDER BY m.id LIMIT 1)`;

test('the cards of a line are made while its order is, and the order is to be sent then', async () => {
  await tried(service, card(making), is(making, `state = 'TO_SHIP'`));
});

test.each<[what: string, rule: RegExp, change: Record<string, string>]>([
  ['more than were ordered', /refuse_unordered_card/, { order_n: '2' }],
  ['of another face', /refuse_unordered_card/, { face_amount: '200' }],
  ['of another naming', /refuse_unordered_card/, { naming: `'ANONYMOUS'` }],
  ['of another form', /refuse_unordered_card/, { form: `'VIRTUAL'` }],
  ['with an end', /refuse_unordered_card/, { months: '36' }],
  ['for another unit', /refuse_unordered_card/, { merchant_id: anotherMerchant }],
  ['for another company', /refuse_unordered_card/, { company_id: anotherCompany }],
  ['without its place', /cards_ordered/, { order_n: 'NULL' }],
  ['at no place', /cards_ordered/, { order_n: '0' }],
  ['imported as well', /cards_ordered/, { import_job_id: 'uuidv7()' }],
])('by the service’s role no card is made %s', async (_what, rule, change) => {
  await refused(service, rule, card(making, change));
});

test('the same card is not made twice, nor is a card without order made one of it', async () => {
  await refused(service, /cards_tenant_id_order_line_id_order_n_key/, card(making), card(making));
  await refused(service, /refuse_other_order_of_card/, card(making), [
    `UPDATE cards SET order_n = 2 WHERE tenant_id = $1 AND order_line_id IS NOT NULL`,
    [tenantId],
  ]);
  await refused(
    service,
    /refuse_other_order_of_card/,
    card(making, { order_line_id: 'NULL', order_n: 'NULL' }),
    [
      `UPDATE cards SET order_line_id = (SELECT l.id FROM card_order_lines l WHERE l.tenant_id = $1 AND l.order_id = $2), order_n = 1
       WHERE tenant_id = $1 AND order_line_id IS NULL`,
      [tenantId, making],
    ],
  );
});

test.each(['SUBMITTED', 'TO_PAY', 'PAID', 'TO_SHIP', 'SHIPPED', 'DONE', 'CANCELLED'] as const)(
  'no card is made of an order that is %s',
  async (state) => {
    const { id } = await recordOrder(api, { tenantId, state });
    await refused(service, /refuse_unordered_card/, card(id));
  },
);

test('an order is not made before all its cards are; one of plastic is not done before it was sent', async () => {
  await refused(service, /refuse_unmade_order/, is(making, `state = 'TO_SHIP'`));
  await refused(
    service,
    /refuse_unmade_order/,
    card(making),
    is(making, `state = 'DONE', earned_at = now()`),
  );
});

test('an order takes no step that there is not, and what it earned and sent stays', async () => {
  const [paid, toShip, shipped] = await Promise.all(
    (['PAID', 'TO_SHIP', 'SHIPPED'] as const).map((state) => recordOrder(api, { tenantId, state })),
  );
  const [paidId, toShipId, shippedId] = [paid?.id ?? '', toShip?.id ?? '', shipped?.id ?? ''];
  const sent = `carrier = 'SF', tracking_no = 'SF1000', shipped_at = now(), earned_at = now()`;
  for (const [rule, id, set] of [
    [/does not become/, paidId, `state = 'TO_SHIP'`],
    [/does not become/, paidId, `state = 'SHIPPED', ${sent}`],
    [/does not become/, shippedId, `state = 'TO_SHIP'`],
    [/card_orders_earned/, toShipId, `earned_at = now()`],
    [/card_orders_parcel_sent|card_orders_earned/, toShipId, `state = 'SHIPPED'`],
    [/card_orders_parcel_sent/, toShipId, `state = 'SHIPPED', earned_at = now(), shipped_at = now()`],
    [/card_orders_parcel_sent/, shippedId, `state = 'DONE'`],
    [/earned and sent/, shippedId, `tracking_no = 'SF2000'`],
    [/earned and sent/, shippedId, `earned_at = earned_at - interval '1 day'`],
  ] as const) {
    await refused(service, rule, is(id, set));
  }
  await tried(service, is(toShipId, `state = 'SHIPPED', ${sent}`));
});

test('the way of an order is written with each step, and is not changed or taken away', async () => {
  const { id } = await recordOrder(api, { tenantId, state: 'TO_SHIP' });
  await service.query(
    `UPDATE card_orders SET state = 'SHIPPED', carrier = 'SF', tracking_no = 'SF1000', shipped_at = now(), earned_at = now(), updated_by = '发货人'
     WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id],
  );
  const { rows } = await service.query(
    `SELECT seq, from_state, to_state, created_by FROM card_order_events WHERE tenant_id = $1 AND order_id = $2 ORDER BY seq`,
    [tenantId, id],
  );
  expect(rows).toEqual([
    { seq: 1, from_state: null, to_state: 'TO_SHIP', created_by: null },
    { seq: 2, from_state: 'TO_SHIP', to_state: 'SHIPPED', created_by: '发货人' },
  ]);
  for (const statement of ['UPDATE card_order_events SET seq = 9', 'DELETE FROM card_order_events']) {
    await refused(service, /permission denied/, statement);
  }
});

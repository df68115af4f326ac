import { randomUUID } from 'node:crypto';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { recordOrder } from '../../../../../tests/support/card-orders.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { refused, type Statement, tried } from '../../../../../tests/support/tried-by-sql.ts';

const tenantId = tenantIdOf('A');
let api: TestApi;
/** As the service's role. */
let service: pg.PoolClient;
/** An order of one card for 100, with a parcel of 1,200: paid, and being refunded as a whole. */
let paid: string;
let refunding: string;
let refundId: string;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  service = await api.deps.database.pool.connect();
  ({ id: paid } = await recordOrder(api, { tenantId, state: 'PAID' }));
  ({ id: refunding } = await recordOrder(api, { tenantId, state: 'REFUNDING' }));
  ({ id: refundId } = await api.deps.database.prisma.cardOrderRefund.findFirstOrThrow({
    where: { tenantId, orderId: refunding },
  }));
});
afterAll(async () => {
  service.release();
  await api.close();
});

const order = (id: string, set: string): Statement => [
  `UPDATE card_orders SET ${set} WHERE tenant_id = $1 AND id = $2`,
  [tenantId, id],
];
const refund = (set: string): Statement => [
  `UPDATE card_order_refunds SET ${set} WHERE tenant_id = $1 AND id = $2`,
  [tenantId, refundId],
];
const lineOf = (set: string): Statement => [
  `UPDATE card_order_refund_lines SET ${set} WHERE tenant_id = $1 AND refund_id = $2`,
  [tenantId, refundId],
];
/** A refund of an order and its line, as it is handed in but for what is changed. */
function handedIn(orderId: string, change: Record<string, string> = {}, quantity = 1): Statement[] {
  const id = randomUUID();
  const columns: Record<string, string> = {
    ...{ quantity: '1', amount: '1300', fee: '1200', reason: `'多订了'`, state: `'SUBMITTED'` },
    ...{ created_at: 'now()', created_by: `'经办'`, updated_at: 'now()', updated_by: `'经办'`, ...change },
  };
  return [
    [
      `INSERT INTO card_order_refunds (tenant_id, id, order_id, refund_no, ${Object.keys(columns)})
       VALUES ($1, $2::uuid, $3, 'KT-' || $2::uuid::text, ${Object.values(columns)})`,
      [tenantId, id, orderId],
    ],
    [
      `INSERT INTO card_order_refund_lines (tenant_id, refund_id, line_id, quantity)
       SELECT $1, $2, l.id, $4 FROM card_order_lines l WHERE l.tenant_id = $1 AND l.order_id = $3`,
      [tenantId, id, orderId, quantity],
    ],
  ];
}
/** Somebody's word on the refund, for so much. */
const approval = (amount: number, type = 'cardOrderRefund'): Statement => [
  `INSERT INTO approvals (tenant_id, id, subject_type, subject_id, subject_label, amount, state, maker_name, maker_ids, checker_id,
     checker_name, created_at, decided_at)
   VALUES ($1, $2, $3, $2, 'KT', $4, 'APPROVED', '经办', '{}', uuidv7(), '复核', now(), now())`,
  [tenantId, refundId, type, amount],
];
const done = `state = 'DONE', done_at = now(), approval_id = id`;
const whole = `state = 'REFUNDED', state_before = NULL, refunded = 1300, refunded_fee = 1200`;

describe('an order by the service’s role', () => {
  test('is being refunded with a refund that waits, and goes on as it was when that is rejected', async () => {
    await tried(service, ...handedIn(paid), order(paid, `state = 'REFUNDING', state_before = 'PAID'`));
    await tried(
      service,
      refund(`state = 'REJECTED'`),
      order(refunding, `state = 'PAID', state_before = NULL`),
    );
  });

  test.each<[what: string, rule: RegExp, set: string]>([
    ['goes on where it was not', /does not become/, `state = 'MAKING', state_before = NULL`],
    ['forgets where it was', /does not become/, `state_before = NULL`],
    ['says it was elsewhere', /does not become/, `state_before = 'MAKING'`],
    ['is kept while its refund waits', /refuse_untied_order/, `state = 'PAID', state_before = NULL`],
    ['gives back without a refund that is done', /refuse_untied_order/, whole],
    ['gives back while it waits', /given back what a refund says/, 'refunded = 100'],
    [
      'gives back more than was paid',
      /card_orders_refunded/,
      `state = 'PAID', state_before = NULL, refunded = 1301, refunded_fee = 1200`,
    ],
    [
      'gives back more than its fee',
      /card_orders_refunded/,
      `state = 'PAID', state_before = NULL, refunded = 1201, refunded_fee = 1201`,
    ],
    [
      'is refunded in part',
      /card_orders_refunded/,
      `state = 'REFUNDED', state_before = NULL, refunded = 1250, refunded_fee = 1200`,
    ],
    [
      'is not refunded though all is back',
      /card_orders_refunded/,
      `state = 'PAID', state_before = NULL, refunded = 1300, refunded_fee = 1200`,
    ],
    [
      'keeps a fee that it never earned',
      /card_orders_earned/,
      `state = 'REFUNDED', state_before = NULL, refunded = 100, refunded_fee = 0`,
    ],
  ])('is not one that %s', async (_what, rule, set) => {
    await refused(service, rule, order(refunding, set));
  });

  test('is being refunded from no other state, nor without a refund', async () => {
    for (const state of ['SUBMITTED', 'TO_PAY', 'CANCELLED', 'REFUNDED'] as const) {
      const { id } = await recordOrder(api, { tenantId, state });
      await refused(
        service,
        /does not become|card_orders_/,
        order(id, `state = 'REFUNDING', state_before = '${state}'`),
      );
    }
    await refused(service, /refuse_untied_order/, order(paid, `state = 'REFUNDING', state_before = 'PAID'`));
  });

  test('gives no fee back once it is made', async () => {
    const { id } = await recordOrder(api, { tenantId, state: 'TO_SHIP' });
    await refused(
      service,
      /given back what a refund says/,
      order(id, `state = 'REFUNDING', state_before = 'TO_SHIP'`),
      order(id, `state = 'TO_SHIP', state_before = NULL, refunded = 50, refunded_fee = 50`),
    );
  });
});

describe('a refund by the service’s role', () => {
  test.each<[what: string, rule: RegExp, change: Record<string, string>, quantity?: number]>([
    ['done already', /refuse_decided_refund/, { state: `'DONE'`, done_at: 'now()' }],
    ['of more than its lines', /refuse_unfounded_refund/, { amount: '1301' }],
    ['of less than its lines', /refuse_unfounded_refund/, { amount: '1299' }],
    ['of other fees', /refuse_unfounded_refund/, { amount: '1299', fee: '1199' }],
    ['of fees alone', /card_order_refunds_figures/, { amount: '1200' }],
    ['of no card', /card_order_refunds_figures/, { quantity: '0' }],
    ['of more cards than its lines say', /refuse_unfounded_refund/, { quantity: '2' }],
    ['of no card of a line', /card_order_refund_lines_figures/, {}, 0],
  ])('is none that is %s', async (_what, rule, change, quantity = 1) => {
    await refused(
      service,
      rule,
      ...handedIn(paid, change, quantity),
      order(paid, `state = 'REFUNDING', state_before = 'PAID'`),
    );
  });

  test('is one at a time', async () => {
    await refused(service, /card_order_refunds_one_waiting/, ...handedIn(refunding));
  });

  test('stays as it was handed in, and is decided once', async () => {
    for (const set of [`amount = 1301`, `reason = '别的'`, `order_id = '${paid}'`, `fee = 0`]) {
      await refused(service, /refuse_other_refund/, refund(set));
    }
    for (const set of ['quantity = 2', `line_id = uuidv7()`]) {
      await refused(service, /refuse_other_refund_line/, lineOf(set));
    }
    await refused(service, /figures/, lineOf('unmade = 2'));
    await refused(
      service,
      /refuse_other_refund/,
      refund(`state = 'REJECTED'`),
      refund(`state = 'SUBMITTED'`),
    );
    await refused(service, /refuse_other_refund_line/, refund(`state = 'REJECTED'`), lineOf('unmade = 1'));
    for (const table of ['card_order_refunds', 'card_order_refund_lines']) {
      await refused(service, /permission denied/, `DELETE FROM ${table}`);
    }
  });

  test('is done with somebody’s word for all of it alone', async () => {
    const rest = [lineOf('unmade = 1'), refund(done), order(refunding, whole)];
    await tried(service, approval(1_300), ...rest);
    await refused(service, /nobody has approved/, approval(1_299), ...rest);
    await refused(service, /nobody has approved/, approval(1_300, 'cardOrder'), ...rest);
    await refused(
      service,
      /nobody has approved/,
      lineOf('unmade = 1'),
      refund(`state = 'DONE', done_at = now()`),
      order(refunding, whole),
    );
    await refused(service, /card_order_refunds_done/, refund(`state = 'DONE'`));
  });

  test('is done with cards that are cancelled, or never made', async () => {
    await refused(
      service,
      /cards that are not cancelled/,
      approval(1_300),
      refund(done),
      order(refunding, whole),
    );
  });
});

import { demoPassword } from '@xyxlx/database/seed/accounts';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { expect, test } from 'vitest';
import { cardsAtOnce } from '../../apps/api/src/areas/order/make-cards.ts';
import { eventually } from '../support/eventually.ts';
import { killAtRow } from '../support/kill-at-row.ts';
import { ask, killableServices } from '../support/killable-services.ts';

const { sql, one, start } = killableServices();

const tenantId = tenantIdOf('A');
const quantity = 5_000;
/** Where the work is killed: as the first card is made, one in between, the last, and as one of them may be activated. */
const kills = [
  { on: 'INSERT', n: 1 },
  { on: 'INSERT', n: 2_718 },
  { on: 'INSERT', n: quantity },
  { on: 'UPDATE', n: 1_500 },
] as const;

/** A product of anonymous virtual cards of 1 yuan that is sold. */
async function soldProduct(): Promise<string> {
  await sql.query(`SET session_replication_role = 'replica'`);
  const { id } = await one(
    `INSERT INTO card_products (tenant_id, code, name, form, naming, faces, making_fee, months, reloadable, state)
     VALUES ($1, 'KILLED', '虚拟卡', 'VIRTUAL', 'ANONYMOUS', '{100}', 1, 36, false, 'ENABLED') RETURNING id`,
    [tenantId],
  );
  await sql.query(`SET session_replication_role = 'origin'`);
  return id;
}

test(`an order of ${quantity.toLocaleString('en')} cards whose work is killed ${kills.length} times: each card exactly once, in its state, and the fee earned once`, {
  timeout: 300_000,
}, async () => {
  const productId = await soldProduct();
  let service = await start();
  const tokenOf = async (mobile: string) =>
    (await ask(service, 'userAccount/login', { mobile, password: demoPassword })).token;
  const [maker, checker] = [await tokenOf('13800000002'), await tokenOf('13800000003')];
  const { merchant_id: merchantId } = await one(
    `SELECT m.id AS merchant_id FROM merchants m WHERE m.tenant_id = $1 AND m.state = 'ACTIVE' AND m.company_id IS NOT NULL ORDER BY m.id LIMIT 1`,
    [tenantId],
  );
  const lines = [{ productId, faceAmount: 100, quantity }];
  const { id, approvalId } = await ask(
    service,
    'order/addOrder',
    { merchantId, lines, payMethod: 'FUND' },
    maker,
  );
  await ask(service, 'approval/approve', { id: approvalId }, checker);
  const order = () => ask(service, 'order/getOrder', { id }, maker);
  await ask(service, 'order/payOrder', { id, version: (await order()).version }, maker);
  const { version } = await order();
  const cards = () =>
    one(
      `SELECT count(*)::int AS made, count(*) FILTER (WHERE c.state = 'PENDING')::int AS released FROM cards c
       JOIN card_order_lines l ON l.tenant_id = c.tenant_id AND l.id = c.order_line_id WHERE l.tenant_id = $1 AND l.order_id = $2`,
      [tenantId, id],
    );

  for (const [kill, { on, n }] of kills.entries()) {
    await killAtRow(sql, { table: 'cards', on, when: `NEW.order_n = ${n}` }, async () => {
      if (kill === 0) await ask(service, 'order/makeOrder', { id, version }, maker);
      else {
        service = await start();
        // What follows ten seconds of silence, which killed-service.test.ts waits for, is waited for here no second time.
        await sql.query(
          `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'jobs' AND state = 'active'`,
        );
      }
      return service;
    });
    // All of the steps before, nothing of this one.
    const before = Math.floor((n - 1) / cardsAtOnce) * cardsAtOnce;
    expect(await cards()).toEqual(
      on === 'INSERT' ? { made: before, released: 0 } : { made: quantity, released: before },
    );
  }

  service = await start();
  await sql.query(
    `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'jobs' AND state = 'active'`,
  );
  await eventually(async () => expect(await order()).toMatchObject({ state: 'DONE', jobId: null }), {
    timeout: 90_000,
  });
  expect(await cards()).toEqual({ made: quantity, released: quantity });
  expect(
    await one(
      `SELECT min(c.order_n) AS first, max(c.order_n) AS last, count(DISTINCT c.order_n)::int AS places, count(DISTINCT c.pan_index)::int AS numbers,
         (SELECT count(*)::int FROM card_events e JOIN cards k ON k.id = e.card_id WHERE k.order_line_id IS NOT NULL) AS events,
         (SELECT array_agg(p.amount::int ORDER BY p.leg) FROM ledger_postings p WHERE p.source_id = $1 AND p.kind = 'ORDER_EARNED') AS earned
       FROM cards c WHERE c.order_line_id IS NOT NULL`,
      [id],
    ),
  ).toEqual({
    ...{ first: 1, last: quantity, places: quantity, numbers: quantity, events: quantity },
    earned: [4_717, 283],
  });
  expect(
    await one(
      `SELECT count(*)::int AS jobs, min(done) AS done, min(total) AS total, min(state) AS state FROM jobs WHERE kind = 'cardMake'`,
    ),
  ).toEqual({ jobs: 1, done: quantity, total: quantity, state: 'SUCCEEDED' });
  const { list } = await ask(service, 'dev/invariants', {});
  expect(list.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
});

import type { Prisma } from '../client/client.ts';
import { hiredAgo, type Story, storiesOf } from './compliance-stories.ts';
import { tenantId } from './tenants.ts';

type Tx = Prisma.TransactionClient;

/** The stories as of the time of the seed. */
export async function readStories(tx: Tx): Promise<Story[]> {
  const [time] = await tx.$queryRaw<[{ now: Date; midnight: Date }]>`SELECT now, midnight FROM seed_time`;
  return storiesOf(time.now.getTime(), time.midnight.getTime());
}

/** Who the stories are about, in `seed_story_people`: spenders of tenant A, the last that were employed. */
export async function prepareStoryPeople(tx: Tx, stories: readonly Story[]): Promise<void> {
  const people = [...new Set(stories.map(({ hit }) => hit.who))].map((who) => ({
    who,
    left: who === 'LEFT',
  }));
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_story_people ON COMMIT DROP AS
    SELECT p.who, s.*,
      (SELECT o.id FROM seed_merchants o JOIN merchants m ON m.id = o.id AND m.state = 'ACTIVE'
        WHERE o.tenant_id = s.tenant_id AND o.company_id = s.company_id AND o.id <> s.merchant_id ORDER BY o.id LIMIT 1) AS other_id
    FROM (SELECT who, "left", row_number() OVER (PARTITION BY "left" ORDER BY place) AS nth
      FROM jsonb_to_recordset(${JSON.stringify(people.map((one, place) => ({ ...one, place })))}::jsonb) AS g(who text, "left" boolean, place int)) p
    JOIN (SELECT s.*, row_number() OVER (PARTITION BY s.state ORDER BY s.k DESC) AS nth FROM seed_spenders s
      WHERE s.tenant_id = ${tenantId('A')}::uuid AND s.state IN ('ACTIVE', 'LEFT')) s
      ON s.nth = p.nth AND s.state = CASE WHEN p."left" THEN 'LEFT' ELSE 'ACTIVE' END`;
  await tx.$executeRaw`
    UPDATE employees e SET hired_on = t.today - ${hiredAgo}::int FROM seed_story_people p, seed_time t
    WHERE p.who = 'NEWBIE' AND e.tenant_id = p.tenant_id AND e.id = p.id`;
}

/** What they pay; what came back of it the seed of payments makes, as of all. */
export async function plantPayments(tx: Tx, stories: readonly Story[]): Promise<void> {
  const payments = stories
    .flatMap((story) => story.payments)
    .map((one) => ({ ...one, at: new Date(one.at).toISOString() }));
  await tx.$executeRaw`
    INSERT INTO consumption_records (id, tenant_id, merchant_id, company_id, store_id, employee_id, payee_merchant_id, brand_id, mcc, city, payment_no,
      type, state, amount, enterprise, personal, refunded, category, channel, invoice_state, failure, paid_at, created_at)
    SELECT pg_temp.sid(12, 8000000 + g.n, g.at), p.tenant_id, p.merchant_id, p.company_id, CASE WHEN g.elsewhere THEN NULL ELSE p.stores[1] END, p.id,
      o.id, o.brand_id, o.mcc, o.city, 'P' || to_char(g.at AT TIME ZONE 'Asia/Shanghai', 'YYYYMMDD') || (8000000000 + g.n), 'CONSUME',
      coalesce(g.state, 'SUCCESS'), g.amount, g.amount, 0, CASE WHEN g.state = 'REFUNDED' THEN g.amount ELSE 0 END, 'PURCHASE', 'ALIPAY',
      CASE WHEN g.state IS NULL THEN 'NONE' ELSE 'NOT_INVOICEABLE' END, CASE WHEN g.state = 'FAILED' THEN '员工或额度不可用' END, g.at, g.at
    FROM (SELECT *, row_number() OVER (ORDER BY at, who) AS n
      FROM jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) AS g(who text, at timestamptz(3), amount bigint, elsewhere boolean, state text)) g
    JOIN seed_story_people p ON p.who = g.who
    JOIN seed_merchants o ON o.id = CASE WHEN g.elsewhere THEN p.other_id ELSE p.merchant_id END`;
}

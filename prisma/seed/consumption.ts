import type { Prisma } from '../client/client.ts';
import { plantPayments, prepareStoryPeople, readStories } from './compliance-payments.ts';
import type { DomainSize } from './domain.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Ninety days of payments up to now, their refunds, and what each day adds up to. */
export async function seedConsumption(tx: Prisma.TransactionClient, size: DomainSize): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_spenders ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY e.id) - 1 AS k, e.id, e.tenant_id, e.merchant_id, m.company_id, e.state,
      array_agg(s.id ORDER BY s.id) AS stores, count(s.id)::int AS store_count, m.brand_id, m.mcc, m.city
    FROM employees e JOIN stores s ON s.tenant_id = e.tenant_id AND s.merchant_id = e.merchant_id
    JOIN seed_merchants m ON m.id = e.merchant_id
    WHERE e.state <> 'PENDING' GROUP BY e.tenant_id, e.id, m.company_id, m.brand_id, m.mcc, m.city`;
  await tx.$executeRaw`ANALYZE seed_spenders`;
  const [{ spenders }] = await tx.$queryRaw<
    [{ spenders: number }]
  >`SELECT count(*)::int AS spenders FROM seed_spenders`;
  // Whom a story is about pays nothing besides: the rules count all that somebody pays.
  const stories = size.stories ? await readStories(tx) : [];
  // A demonstration has of today what came by now. Elsewhere today is a whole day, so that there is as much of everything at any hour.
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_today ON COMMIT DROP AS
    SELECT CASE WHEN ${stories.length > 0} THEN greatest(least(midnight + interval '7 hours', now - interval '1 hour'), midnight) ELSE midnight END AS since,
      CASE WHEN ${stories.length > 0} THEN greatest(least(extract(epoch FROM now - midnight) / 3600 - 7, 15) / 15, 0.1) ELSE 1 END::float8 AS share
    FROM seed_time`;
  await prepareStoryPeople(tx, stories);
  await withoutIndexes(tx, 'consumption_records', async () => {
    await tx.$executeRaw`
    INSERT INTO consumption_records (id, tenant_id, merchant_id, company_id, store_id, employee_id, payee_merchant_id, brand_id, mcc, city, payment_no, type, state,
      amount, enterprise, personal, discount, refunded, category, channel, card_last_four, invoice_state, failure, paid_at, created_at)
    SELECT pg_temp.sid(12, rn, paid_at), tenant_id, merchant_id, company_id, store_id, employee_id, merchant_id, brand_id, mcc, city,
      'P' || to_char(paid_at AT TIME ZONE 'Asia/Shanghai', 'YYYYMMDD') || lpad(rn::text, 10, '0'),
      (CASE WHEN u < 0.995 THEN 'CONSUME' ELSE 'TRANSFER' END), state::text,
      amount, amount - personal, personal, CASE WHEN pg_temp.rnd(n, 51) < 0.1 THEN 100 + floor(pg_temp.rnd(n, 52) * 900)::int ELSE 0 END,
      CASE state WHEN 'REFUNDED' THEN amount WHEN 'REVOKED' THEN amount WHEN 'PARTLY_REFUNDED' THEN amount * 2 / 5 ELSE 0 END,
      (ARRAY['MEAL', 'MEAL', 'MEAL', 'PURCHASE', 'PURCHASE', 'TRAVEL', 'TRAVEL', 'HOTEL', 'WELFARE', 'OTHER'])[1 + floor(pg_temp.rnd(n, 53) * 10)::int]::text,
      channel::text, CASE WHEN channel = 'CARD' THEN lpad((floor(pg_temp.rnd(hashtext(employee_id::text), 54) * 10000))::text, 4, '0') END,
      (CASE WHEN state <> 'SUCCESS' THEN 'NOT_INVOICEABLE' WHEN ${size.invoices === true} AND u >= 0.995 THEN 'NONE' WHEN pg_temp.rnd(n, 55) < 0.25 THEN 'ISSUED'
        WHEN pg_temp.rnd(n, 55) < 0.28 AND (day <= 6 OR NOT ${size.invoices === true}) THEN 'ISSUING' ELSE 'NONE' END),
      CASE WHEN state = 'FAILED' THEN '员工或额度不可用' END, paid_at, paid_at
    FROM (
      SELECT *, row_number() OVER (ORDER BY paid_at, n) AS rn,
        CASE WHEN pg_temp.rnd(n, 56) < 0.3 THEN amount * (1 + n % 5) / 10 ELSE 0 END AS personal,
        (ARRAY['ALIPAY', 'ALIPAY', 'WECHAT', 'UNIONPAY', 'CARD'])[1 + floor(pg_temp.rnd(n, 57) * 5)::int] AS channel,
        CASE WHEN u > 0.99 THEN 'SUCCESS' WHEN u < 0.006 THEN 'FAILED' WHEN day = 0 AND u < CASE WHEN is_late THEN 0.3 ELSE 0.03 END THEN 'PROCESSING' WHEN u < 0.011 THEN 'REVOKED'
          WHEN u < 0.026 THEN 'REFUNDED' WHEN u < 0.04 THEN 'PARTLY_REFUNDED' ELSE 'SUCCESS' END AS state
      FROM (
        SELECT n, s.tenant_id, s.merchant_id, s.company_id, s.brand_id, s.mcc, s.city, s.id AS employee_id, s.stores[1 + floor(pg_temp.rnd(n, 41) * s.store_count)::int] AS store_id,
          d.day, pg_temp.rnd(n, 42) AS u,
          600 + floor(pg_temp.rnd(n, 43) * pg_temp.rnd(n, 44) * 24000)::int AS amount,
          date_trunc('milliseconds', CASE WHEN d.day = 0 THEN w.since + pg_temp.rnd(n, 45) / w.share * (t.now - w.since)
            ELSE t.midnight - d.day * interval '1 day' + interval '7 hours' + pg_temp.rnd(n, 45) * interval '15 hours' END) AS paid_at,
          w.share < 1 AND pg_temp.rnd(n, 45) > 0.8 * w.share AS is_late
        FROM generate_series(1, ${size.consumptions}::int) n
        JOIN seed_spenders s ON s.k = floor(${spenders}::int * pg_temp.rnd(n, 46))
          AND NOT EXISTS (SELECT FROM seed_story_people p WHERE p.id = s.id)
        CROSS JOIN seed_time t
        CROSS JOIN LATERAL (SELECT CASE WHEN s.state = 'LEFT' THEN 10 + floor(pg_temp.rnd(n, 47) * 80)::int ELSE floor(pg_temp.rnd(n, 47) * 90)::int END AS day) d
        CROSS JOIN seed_today w
        WHERE d.day > 0 OR pg_temp.rnd(n, 45) < w.share
      ) drawn) numbered`;
    await plantPayments(tx, stories);
    await tx.$executeRaw`
    INSERT INTO consumption_records (id, tenant_id, merchant_id, company_id, store_id, employee_id, payee_merchant_id, brand_id, mcc, city, payment_no, type, state,
      amount, enterprise, personal, category, channel, card_last_four, related_id, invoice_state, reason, paid_at, created_at, created_by)
    SELECT pg_temp.sid(13, row_number() OVER (ORDER BY at, id), at), tenant_id, merchant_id, company_id, store_id, employee_id, payee_merchant_id, brand_id, mcc, city,
      'R' || substr(payment_no, 2), 'REFUND', 'SUCCESS', refunded, least(refunded, enterprise), refunded - least(refunded, enterprise),
      category, channel, card_last_four, id, 'NOT_INVOICEABLE', CASE WHEN state = 'REVOKED' THEN '重复扣款撤销' ELSE '商品退货' END,
      at, at, '新运营'
    FROM (
      SELECT c.*, least(c.paid_at + CASE WHEN c.state = 'REVOKED' THEN interval '10 minutes' ELSE interval '20 hours' END, t.now) AS at
      FROM consumption_records c CROSS JOIN seed_time t WHERE c.refunded > 0) refunded`;
  });
  await tx.$executeRaw`
    INSERT INTO consumption_days (tenant_id, day, merchant_id, record_count, consume_count, consume_amount, refund_count, refund_amount)
    SELECT tenant_id, (paid_at AT TIME ZONE 'Asia/Shanghai')::date AS day, merchant_id, count(*),
      count(*) FILTER (WHERE paid), coalesce(sum(amount) FILTER (WHERE paid), 0),
      count(*) FILTER (WHERE type = 'REFUND'), coalesce(sum(amount) FILTER (WHERE type = 'REFUND'), 0)
    FROM (SELECT *, type <> 'REFUND' AND state NOT IN ('PROCESSING', 'FAILED') AS paid FROM consumption_records) c
    GROUP BY 1, 2, 3`;
  await tx.$executeRaw`ANALYZE consumption_records, consumption_days`;
}

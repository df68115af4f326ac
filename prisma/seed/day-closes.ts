import type { Prisma } from '../client/client.ts';

/**
 * The closes of all days that are over, in `seed_closes`: what the funds' flows are made from as well. Nobody's limit had ended when
 * something came back.
 */
export async function seedDayCloses(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE seed_closes ON COMMIT DROP AS
    SELECT p.tenant_id, p.company_id, p.day, sum(p.consumed)::bigint AS consumed, sum(p.refunded)::bigint AS refunded,
      sum(p.cards)::bigint AS cards, sum(round(greatest(p.consumed - p.refunded, 0) * coalesce(t.fee_bps, 0) / 10000))::bigint AS fee,
      least((p.day + interval '1 day 30 minutes') AT TIME ZONE 'Asia/Shanghai', (SELECT now FROM seed_time)) AS at,
      md5(p.company_id || ' ' || p.day)::uuid AS pair
    FROM (
      SELECT tenant_id, company_id, payee_merchant_id, (paid_at AT TIME ZONE 'Asia/Shanghai')::date AS day,
        coalesce(sum(enterprise) FILTER (WHERE type <> 'REFUND' AND funded_by = 'LIMIT'), 0) AS consumed,
        coalesce(sum(enterprise) FILTER (WHERE type = 'REFUND' AND funded_by = 'LIMIT'), 0) AS refunded,
        coalesce(sum(CASE type WHEN 'REFUND' THEN -enterprise ELSE enterprise END) FILTER (WHERE funded_by = 'CARD'), 0) AS cards
      FROM consumption_records
      WHERE state NOT IN ('PROCESSING', 'FAILED') AND paid_at < (SELECT midnight FROM seed_time) GROUP BY 1, 2, 3, 4) p
    JOIN merchants m ON m.tenant_id = p.tenant_id AND m.id = p.payee_merchant_id
    LEFT JOIN platforms t ON t.tenant_id = m.tenant_id AND t.id = m.platform_id
    GROUP BY p.tenant_id, p.company_id, p.day HAVING sum(p.consumed) + sum(p.refunded) + sum(abs(p.cards)) > 0`;
  await tx.$executeRaw`
    INSERT INTO fund_day_closes (tenant_id, day, company_id, consumed, refunded_live, refunded_dead, cards, fee, closed_at, fee_paid_at, created_at,
      updated_at)
    SELECT tenant_id, day, company_id, consumed, refunded, 0, cards, fee, at, CASE WHEN fee > 0 THEN at END, at, at FROM seed_closes`;
}

import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { companyId, tenantId } from './tenants.ts';

/**
 * What a bank said of yesterday, after what came before and was claimed: money that nobody has claimed yet, and a fee that no book knows of: one
 * 长款, one 短款.
 */
export async function seedStatements(tx: Prisma.TransactionClient): Promise<void> {
  const [{ before }] = await tx.$queryRaw<[{ before: bigint }]>`
    SELECT coalesce(sum(amount), 0)::bigint AS before FROM statement_lines WHERE tenant_id = ${tenantId('A')}::uuid`;
  await tx.$executeRaw`
    INSERT INTO statement_lines (id, tenant_id, account_id, bank_no, direction, amount, balance_after, at, payer, summary, state, created_at,
      created_by, updated_at, updated_by)
    SELECT pg_temp.sid(40, 1, t.midnight - interval '8 hours'), a.tenant_id, a.id, 'ICBC' || to_char(t.midnight, 'YYYYMMDD') || '0001', 'IN', 5000000, ${before}::bigint + 5000000,
      t.midnight - interval '8 hours', c.name, '预付款', 'UNCLAIMED', t.midnight - interval '1 hour', '财务经办', t.midnight - interval '1 hour', '财务经办'
    FROM seed_time t, platform_accounts a, companies c
    WHERE a.tenant_id = ${tenantId('A')}::uuid AND a.id = ${idOf('platformAccount/A/0')}::uuid
      AND c.tenant_id = a.tenant_id AND c.id = ${companyId('A', 1)}::uuid
    UNION ALL
    SELECT pg_temp.sid(40, 2, t.midnight - interval '7 hours'), a.tenant_id, a.id, 'ICBC' || to_char(t.midnight, 'YYYYMMDD') || '0002', 'OUT', 2500,
      ${before}::bigint + 4997500, t.midnight - interval '7 hours', a.bank, '账户管理费', 'UNMATCHED', t.midnight - interval '1 hour', '财务经办',
      t.midnight - interval '1 hour', '财务经办'
    FROM seed_time t, platform_accounts a
    WHERE a.tenant_id = ${tenantId('A')}::uuid AND a.id = ${idOf('platformAccount/A/0')}::uuid`;
  await tx.$executeRaw`
    INSERT INTO reconciliations (id, tenant_id, account_id, day, opening, came_in, went_out, closing, statement_balance, line_count, state,
      created_at, updated_at, updated_by)
    SELECT pg_temp.sid(41, 1, s.at), l.tenant_id, l.account_id, t.today - 1, ${before}::bigint, 0, 0, ${before}::bigint, l.balance_after, 2, 'BROKEN', s.at, s.at, ${systemActor.zh}
    FROM seed_time t CROSS JOIN LATERAL (SELECT least(t.midnight + interval '2 hours', t.now) AS at) s
    JOIN statement_lines l ON l.tenant_id = ${tenantId('A')}::uuid AND l.id = pg_temp.sid(40, 2, t.midnight - interval '7 hours')`;
  await tx.$executeRaw`
    INSERT INTO reconciliation_breaks (id, tenant_id, account_id, day, reference, kind, line_id, difference, amount, created_at, updated_at,
      updated_by)
    SELECT pg_temp.sid(42, row_number() OVER (ORDER BY l.at), r.created_at), r.tenant_id, r.account_id, r.day, l.bank_no,
      CASE l.direction WHEN 'IN' THEN 'LONG' ELSE 'SHORT' END, l.id, CASE l.direction WHEN 'IN' THEN l.amount ELSE -l.amount END, l.amount,
      r.created_at, r.created_at, r.updated_by
    FROM reconciliations r JOIN statement_lines l ON l.tenant_id = r.tenant_id AND l.account_id = r.account_id
      AND (l.at AT TIME ZONE 'Asia/Shanghai')::date = r.day
    WHERE r.tenant_id = ${tenantId('A')}::uuid`;
}

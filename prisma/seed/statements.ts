import type { Prisma } from '../client/client.ts';
import { idOf } from './random.ts';
import { companyId, tenantId } from './tenants.ts';

/** What a bank said of yesterday: money that came in and that nobody has claimed. */
export async function seedStatements(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO statement_lines (id, tenant_id, account_id, bank_no, direction, amount, balance_after, at, payer, summary, state, created_at,
      created_by, updated_at, updated_by)
    SELECT pg_temp.sid(40, 1, t.midnight - interval '8 hours'), a.tenant_id, a.id, 'ICBC' || to_char(t.midnight, 'YYYYMMDD') || '0001', 'IN', 5000000, 5000000,
      t.midnight - interval '8 hours', c.name, '预付款', 'UNCLAIMED', t.midnight - interval '1 hour', '财务经办', t.midnight - interval '1 hour', '财务经办'
    FROM seed_time t, platform_accounts a, companies c
    WHERE a.tenant_id = ${tenantId('A')}::uuid AND a.id = ${idOf('platformAccount/A/0')}::uuid
      AND c.tenant_id = a.tenant_id AND c.id = ${companyId('A', 1)}::uuid`;
}

import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '../client/client.ts';
import { demoAccounts } from './accounts.ts';
import { idOf } from './random.ts';
import { tenantId } from './tenants.ts';

/**
 * The approvals behind what the seeds left waiting: merchants of tenant A were registered by its operator, those of tenant B came
 * with it, bills were issued by the service itself.
 */
export async function seedApprovals(tx: Prisma.TransactionClient): Promise<void> {
  const registrar = demoAccounts.find(({ also }) => also);
  if (!registrar) throw new Error('The seeds have no operator.');
  const registrarId = idOf(`user/${registrar.mobile}`);
  const registrarTenantId = tenantId(registrar.tenant);
  await tx.$executeRaw`
    UPDATE merchants SET created_by = ${registrar.name}, updated_by = ${registrar.name}
    WHERE state = 'PENDING' AND tenant_id = ${registrarTenantId}::uuid`;
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, subject_label, merchant_id, maker_id, maker_name, maker_ids, created_at)
    SELECT pg_temp.sid(21, row_number() OVER (ORDER BY m.tenant_id, m.merchant_no), m.created_at), m.tenant_id, 'merchantRegistration', m.id, m.name, m.id,
      CASE WHEN own THEN ${registrarId}::uuid END, CASE WHEN own THEN m.created_by ELSE ${systemActor.zh} END,
      CASE WHEN own THEN ARRAY[${registrarId}::uuid] ELSE '{}' END, m.created_at
    FROM (SELECT *, tenant_id = ${registrarTenantId}::uuid AS own FROM merchants WHERE state = 'PENDING') m`;
  await tx.$executeRaw`
    INSERT INTO approvals (id, tenant_id, subject_type, subject_id, subject_label, merchant_id, company_id, amount, maker_name, created_at)
    SELECT pg_temp.sid(22, row_number() OVER (ORDER BY b.tenant_id, b.bill_no), b.issued_at), b.tenant_id, 'billConfirmation', b.id,
      b.bill_no || ' ' || coalesce(m.name, o.name), m.id, o.id, abs(b.closing), b.issued_by, b.issued_at
    FROM bills b LEFT JOIN merchants m ON m.id = b.merchant_id LEFT JOIN companies o ON o.id = b.company_id WHERE b.state = 'ISSUED'`;
  await tx.$executeRaw`
    INSERT INTO approval_events (id, tenant_id, approval_id, action, actor_id, actor_name, created_at)
    SELECT pg_temp.sid(23, row_number() OVER (ORDER BY id), created_at), tenant_id, id, 'SUBMIT', maker_id, maker_name, created_at
    FROM approvals WHERE maker_id IS NOT NULL`;
}

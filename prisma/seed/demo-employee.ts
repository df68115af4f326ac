import type { Prisma } from '../client/client.ts';
import { spell } from '../spell.ts';
import { demoEmployeeMobile } from './accounts.ts';
import { idOf } from './random.ts';
import { demoPerson, tenantId } from './tenants.ts';

/** Makes an employee of tenant A who has cards, has paid and was declined the one who can sign in. */
export async function seedDemoEmployee(tx: Prisma.TransactionClient): Promise<void> {
  const tenant = tenantId('A');
  const { id: userId, name } = demoPerson('employee');
  const spelled = spell(name);
  await tx.$executeRaw`
    UPDATE employees e SET mobile = ${demoEmployeeMobile}, name = ${name}, name_pinyin = ${spelled.namePinyin}, name_initials = ${spelled.nameInitials},
      user_id = ${userId}::uuid
    FROM seed_demo_employee one WHERE e.tenant_id = one.tenant_id AND e.id = one.employee_id`;
  await seedDeclined(tx, tenant, userId);
}

/** What their first card could not pay, and at a merchant of a kind that it does not pay at. */
async function seedDeclined(tx: Prisma.TransactionClient, tenant: string, userId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO card_authorizations (id, tenant_id, binding_id, reference, body_hash, card_id, amount, mcc, payee_merchant_id, state, response_code,
      available_after, created_at, closed_at)
    SELECT pg_temp.sid(70, d.n, made.at), c.tenant_id, ${idOf('binding/A/ALIPAY')}::uuid, 'DEMO-DECLINED-' || d.n,
      encode(sha256(convert_to('declined ' || d.n, 'UTF8')), 'hex'), c.id, c.balance + d.over, d.mcc, p.id, 'DECLINED', d.code, c.balance - c.held,
      made.at, made.at
    FROM (SELECT c.* FROM cards c JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
      WHERE c.tenant_id = ${tenant}::uuid AND e.user_id = ${userId}::uuid AND c.state = 'ACTIVE' ORDER BY c.id LIMIT 1) c
    CROSS JOIN (VALUES (1, 12500::bigint, '5812', '51', interval '-1 day 12 hours 30 minutes'), (2, 0, '5813', '57', interval '-2 days 19 hours'))
      d(n, over, mcc, code, after)
    CROSS JOIN LATERAL (SELECT m.id FROM merchants m WHERE m.tenant_id = ${tenant}::uuid AND m.state = 'ACTIVE' ORDER BY m.id OFFSET d.n LIMIT 1) p
    CROSS JOIN seed_time t CROSS JOIN LATERAL (VALUES (t.midnight + d.after)) made(at)`;
}

import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Companies are moved one after the other in a tenant: two moves at once could close a circle that neither sees. */
export async function lockTree(tx: Transaction, tenantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('company-tree/' || ${tenantId}, 0))`;
}

/** The company and all below it. */
export async function companyAndBelow(
  client: Pick<Transaction, '$queryRaw'>,
  tenantId: string,
  id: string,
): Promise<string[]> {
  const [below] = await client.$queryRaw<{ ids: string[] | null }[]>`
    SELECT companies_below(${tenantId}::uuid, ${id}::uuid) AS ids`;
  return below?.ids ?? [];
}

/** Refuses a parent that isn't there, or that is the company itself or below it; call it under `lockTree`. */
export async function refuseCycle(
  tx: Transaction,
  tenantId: string,
  id: string | null,
  parentId: string | null,
): Promise<void> {
  if (parentId === null) return;
  if (!(await tx.company.findFirst({ where: { tenantId, id: parentId } }))) throw recordMissing();
  if (id === null || !(await companyAndBelow(tx, tenantId, id)).includes(parentId)) return;
  throw new Refusal({
    zh: '上级公司不能是本公司或其下级',
    en: 'A company cannot be placed below itself',
  });
}

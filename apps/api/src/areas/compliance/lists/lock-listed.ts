import type { Transaction } from '../../../platform/db/transaction.ts';

/** Of two who list the same subjects at once the second sees what the first wrote. Whoever locks a case as well takes the case first. */
export async function lockListed(
  tx: Transaction,
  tenantId: string,
  subjectIds: readonly string[],
): Promise<void> {
  // In one order, so that two files with the same subjects don't wait for each other.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`risk-list/${tenantId}/`} || s.id, 0))
    FROM unnest(${[...new Set(subjectIds)].sort()}::text[]) WITH ORDINALITY AS s(id, n) ORDER BY s.n`;
}

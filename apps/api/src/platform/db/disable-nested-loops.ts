import type { Transaction } from './transaction.ts';

/**
 * Keeps PostgreSQL from loops in the rest of a transaction that works on staged rows: their statistics say "none" a moment
 * after they came, every way looks cheap, and a loop over a loop of 100,000 would take minutes. A merge by a column that all
 * rows share would, too, so give each join one column to be made by.
 */
export async function disableNestedLoops(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SET LOCAL enable_nestloop = off`;
}

/**
 * As `disableNestedLoops`, and keeps it from merges too: for statements whose joins are made by two columns, of which a merge may take only
 * the one that all rows share.
 */
export async function joinByHash(tx: Transaction): Promise<void> {
  await disableNestedLoops(tx);
  await tx.$executeRaw`SET LOCAL enable_mergejoin = off`;
}

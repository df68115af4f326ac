import type { Deps } from '../../core/deps.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, longestTransaction } from '../../platform/db/transaction.ts';

/** Takes the next step of ending the partition of each table that has grown large; what one can't do keeps no other from its own. */
export async function endGrownPartitions({ database, log }: Deps): Promise<void> {
  const tables = await rowsOf<{ name: string }>(
    database.prisma,
    sql`SELECT relname::text AS name FROM pg_partitioned_table JOIN pg_class c ON c.oid = partrelid
        WHERE relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const failures: unknown[] = [];
  for (const { name } of tables) {
    try {
      const { partition } = await inTransaction(
        database,
        (tx) =>
          rowOf<{ partition: string | null }>(tx, sql`SELECT end_grown_partition(${name}) AS partition`),
        // All rows of a partition are looked through once.
        { timeout: longestTransaction },
      );
      if (partition !== null) log.info({ partition }, 'a table goes on in a new partition');
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

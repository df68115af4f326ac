import { withoutIndexes } from '@xyxlx/database/seed/without-indexes';
import { connectDatabase } from '../../apps/api/src/platform/db/database.ts';
import { raw, rowOf, rowsOf, sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../apps/api/src/platform/db/transaction.ts';

/** The seed's payments are of so many days; each earlier span has as many. */
const days = 90;
const earlierSpans = 9;

/** The same UUIDv7 as if it had been made so many spans earlier. */
const earlierId = (
  id: string,
) => `(lpad(to_hex(('x' || translate(left(${id}::text, 13), '-', ''))::bit(48)::bigint - k * ${days * 86_400_000}::bigint), 12, '0')
  || substr(translate(${id}::text, '-', ''), 13))::uuid`;
const earlier = (time: string) => `${time} - k * interval '${days} days'`;
const earlierDay = (day: string) => `${day} - k * ${days}`;

interface Copied {
  table: string;
  /** What a column of a copy is, where it isn't what the row's own is. */
  columns: Record<string, string>;
  where?: string;
}

/** Days of the earlier spans are closed: nothing is sealed or posted any more. */
const tables: Copied[] = [
  {
    table: 'consumption_records',
    columns: {
      id: earlierId('id'),
      related_id: earlierId('related_id'),
      payment_no: `payment_no || '-' || k`,
      paid_at: earlier('paid_at'),
      created_at: earlier('created_at'),
    },
  },
  { table: 'consumption_days', columns: { day: earlierDay('day') } },
  {
    table: 'ledger_slots',
    columns: {
      id: earlierId('id'),
      book_date: earlierDay('book_date'),
      period: `period_of(${earlierDay('book_date')})`,
      state: `'SEALED'`,
    },
  },
  {
    table: 'ledger_postings',
    columns: {
      source_id: earlierId('source_id'),
      slot_id: earlierId('slot_id'),
      book_date: earlierDay('book_date'),
      occurred_at: earlier('occurred_at'),
    },
    where: `source_type = 'consumption'`,
  },
];

/** Gives the large seed ten times its payments, with their postings: as many in each of nine earlier spans of ninety days as it has in its own; once. */
export async function addHistory(databaseUrl: string, say: (line: string) => void): Promise<void> {
  const database = connectDatabase({ service: databaseUrl, owner: databaseUrl }, 1, 10_000);
  try {
    const started = performance.now();
    const isNew = await inTransaction(database, addOnce, { timeout: 3_600_000 });
    if (isNew) say(`Ten times the payments in ${Math.round((performance.now() - started) / 1000)} s`);
  } finally {
    await database.close();
  }
}

async function addOnce(tx: Transaction): Promise<boolean> {
  const { isThere } = await rowOf<{ isThere: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT FROM consumption_days WHERE day < CURRENT_DATE - ${2 * days}::int) AS "isThere"`,
  );
  if (isThere) return false;
  await tx.$executeRaw`SELECT set_config('session_replication_role', 'replica', true), set_config('maintenance_work_mem', '1GB', true)`;
  for (const copied of tables) await withoutIndexes(tx, copied.table, () => copyEarlier(tx, copied));
  return true;
}

async function copyEarlier(tx: Transaction, { table, columns, where = 'true' }: Copied): Promise<void> {
  const all = await rowsOf<{ name: string }>(
    tx,
    sql`SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  );
  const names = all.map(({ name }) => name);
  const values = names.map((name) => columns[name] ?? name);
  await tx.$executeRaw(
    raw(`INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} CROSS JOIN generate_series(1, ${earlierSpans}) k
         WHERE ${where} ORDER BY k DESC`),
  );
  await tx.$executeRaw(raw(`ANALYZE ${table}`));
}

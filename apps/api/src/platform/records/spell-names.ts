import { spell } from '@xyxlx/database/spell';
import type { Deps } from '../../core/deps.ts';
import { activeTenant } from '../db/active-tenant.ts';
import { raw, rowsOf, type Sql, sql } from '../db/sql.ts';
import { inTransaction } from '../db/transaction.ts';
import { ofEveryTenant } from './scope.ts';

/** So many rows are spelled in one transaction: some milliseconds of a processor. */
const atOnce = 500;

/** Spells the names of a table that were written without: older rows, and what SQL alone writes. */
export async function spellNames(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  table: 'employees' | 'merchants' | 'stores',
): Promise<void> {
  const tenants = await rowsOf<{ id: string }>(
    database.pool,
    sql`SELECT DISTINCT t.id FROM ${raw(table)} c JOIN tenants t ON t.id = c.tenant_id
        WHERE ${ofEveryTenant('c')} AND c.name_pinyin IS NULL AND ${activeTenant('t', clock.businessNow())} ORDER BY t.id`,
  );
  for (const { id } of tenants) await spellWhere(database, table, sql`c.tenant_id = ${id}::uuid`);
}

/** The same of users, who belong to no tenant. */
export function spellUsers({ database }: Pick<Deps, 'database'>): Promise<void> {
  return spellWhere(database, 'users', sql`TRUE`);
}

async function spellWhere(database: Deps['database'], table: string, where: Sql): Promise<void> {
  let done: number;
  do {
    done = await inTransaction(database, async (tx) => {
      // Who is just being changed is spelled in the next minute.
      const rows = await rowsOf<{ id: string; name: string }>(
        tx,
        sql`SELECT c.id, c.name FROM ${raw(table)} c WHERE ${where} AND c.name_pinyin IS NULL LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED`,
      );
      if (rows.length === 0) return 0;
      const spelled = rows.map((row) => ({ id: row.id, ...spell(row.name) }));
      await tx.$executeRaw`
        UPDATE ${raw(table)} c SET name_pinyin = s."namePinyin", name_initials = s."nameInitials"
        FROM jsonb_to_recordset(${JSON.stringify(spelled)}::jsonb) AS s(id uuid, "namePinyin" text, "nameInitials" text)
        WHERE ${where} AND c.id = s.id`;
      return rows.length;
    });
  } while (done === atOnce);
}

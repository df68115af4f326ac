import { randomInt } from 'node:crypto';
import { rowOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { shanghaiStamp } from '../time/shanghai.ts';

/** The next number of a kind within a tenant, such as KD00000361: counted in the database, so it is given once. */
export async function nextNumber(tx: Transaction, tenantId: string, prefix: string): Promise<string> {
  return `${prefix}${String(await nextCount(tx, tenantId, prefix)).padStart(8, '0')}`;
}

/** Counts on within a tenant, by one where nothing is said, and returns how far: 1 the first time. */
export async function nextCount(tx: Transaction, tenantId: string, kind: string, by = 1): Promise<number> {
  const { value } = await rowOf<{ value: number }>(
    tx,
    sql`
    INSERT INTO tenant_counters AS c (tenant_id, kind, value) VALUES (${tenantId}::uuid, ${kind}, ${by})
    ON CONFLICT (tenant_id, kind) DO UPDATE SET value = c.value + ${by} RETURNING value`,
  );
  return value;
}

/** A number that carries its day and can't be guessed, such as R20261121083015123456: for payments and refunds. */
export function datedNumber(prefix: string, now: Date): string {
  return `${prefix}${shanghaiStamp(now)}${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

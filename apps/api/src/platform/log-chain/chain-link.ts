import { longestTransaction } from '../db/transaction.ts';
import type { DataKeys } from '../security/data-keys.ts';

/** What the first link of a chain says of the one before it. */
export const chainStart = '0'.repeat(64);

/**
 * Every column of a row as one text; `jsonb` writes the same value the same way each time. Columns that came later follow only where
 * one of them has a value: a row from before them keeps the text it was sealed with.
 */
export const rowText = `(jsonb_build_array(l.id, l.tenant_id, l.trace_id, l.actor_id, l.actor_name, to_jsonb(l.actor_roles), l.module, l.action,
  l.target_type, l.target_id, l.target_label, l.before, l.after, l.reason, l.ip, l.agent, l.result, l.duration_ms,
  to_char(l.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'))
  || CASE WHEN num_nonnulls(l.actor_tenant_id, l.actor_tenant_name, l.failure) > 0
       THEN jsonb_build_array(l.actor_tenant_id, l.actor_tenant_name, l.failure) ELSE '[]' END)::text`;

/**
 * A row that is so much older, in ms, than what was sealed before it was not written by the service: its time is that of its INSERT, and
 * the transaction around that has ended by then. A minute more for a process that hears of the end late.
 */
export const longestWait = longestTransaction + 60_000;

/** The end of a tenant's chain. */
export interface Head {
  tenantId: string;
  seq: number;
  hash: string;
}

/** The hash that binds a row to its number and to all rows before it; null when the key is gone from the settings. */
export function linkHash(
  keys: DataKeys,
  keyId: string,
  link: { tenantId: string; seq: number; previous: string; text: string },
): string | null {
  return keys.seal(`${link.tenantId}|${link.seq}|${link.previous}|${link.text}`, keyId);
}

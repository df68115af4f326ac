import { rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { postWhere } from './post.ts';
import type { PostingRule } from './posting-rule.ts';

/** Writes the postings of everything there is, tenant by tenant: of data that was written without them. */
export async function postAll(tx: Transaction, rules: Iterable<PostingRule>): Promise<void> {
  const tenants = await rowsOf<{ id: string }>(tx, sql`SELECT id FROM tenants ORDER BY id`);
  for (const rule of rules) {
    for (const { id } of tenants) await postWhere(tx, rule, id, sql`TRUE`);
  }
}

import type { PostingSource } from '@xyxlx/contracts/ledger-roles';
import { sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { postWhere } from '../../apps/api/src/platform/ledger/post.ts';
import type { TestApi } from './test-api.ts';

/** Posts the rows of a source that a test wrote past the service, of every tenant, as the service would have. */
export async function postMissing({ deps }: TestApi, source: PostingSource): Promise<void> {
  const rule = deps.registry.postings.get(source);
  if (!rule) throw new Error(`Nobody posts ${source}`);
  const which = sql`r.tenant_id = ANY(ARRAY(SELECT t.id FROM tenants t))`;
  await inTransaction(deps.database, (tx) => postWhere(tx, rule, which, { missing: true }));
}

import type { PostingSource } from '@xyxlx/contracts/ledger-roles';
import { sql } from '../../apps/api/src/platform/db/sql.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { postWhere } from '../../apps/api/src/platform/ledger/post.ts';
import type { TestApi } from './test-api.ts';

/** Posts the rows of a source that a test wrote past the service, of every tenant, as the service would have. */
export async function postMissing({ deps }: TestApi, source: PostingSource): Promise<void> {
  const rule = deps.registry.postings.get(source);
  if (!rule) throw new Error(`Nobody posts ${source}`);
  const tenants = await deps.database.prisma.tenant.findMany({ select: { id: true } });
  await inTransaction(deps.database, async (tx) => {
    for (const { id } of tenants) await postWhere(tx, rule, id, sql`TRUE`, { missing: true });
  });
}

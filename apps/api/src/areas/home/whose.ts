import { recordMissing } from '../../core/errors.ts';
import type { Sight } from '../../core/session.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Home } from './home.sql.ts';

/** What a caller sees of one tenant; throws 406 for one that they see nothing of. */
export function sightOf({ tenantId, scope }: Sight, asked: string | undefined): Sight {
  if (asked === undefined || (asked === tenantId && !scope.all)) return { tenantId, scope };
  if (!scope.all) throw recordMissing();
  return { tenantId: asked, scope: { all: false, tenant: true, companyIds: [], merchantIds: [] } };
}

/** Whose figures a caller sees, in names. Throws 406 where there is no such tenant. */
export async function whoseFigures(
  client: Queryable,
  { tenantId, scope }: Sight,
  companyId: string | null,
): Promise<Home['whose']> {
  if (scope.all) return { tenant: null, company: null, merchantCount: null };
  const own = !scope.tenant && scope.companyIds.length > 0 ? companyId : null;
  const [names] = await rowsOf<Pick<Home['whose'], 'tenant' | 'company'>>(
    client,
    sql`SELECT t.name AS tenant, (SELECT c.name FROM companies c WHERE c.tenant_id = t.id AND c.id = ${own}::uuid) AS company
      FROM tenants t WHERE t.id = ${tenantId}::uuid`,
  );
  if (!names) throw recordMissing();
  const named = scope.merchantIds.length;
  const isWhole = scope.tenant || (own !== null && named === 0);
  return { ...names, merchantCount: isWhole ? null : named };
}

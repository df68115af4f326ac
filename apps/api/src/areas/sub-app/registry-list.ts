import type { EnabledState } from '@xyxlx/contracts/enabled-state';
import { subApp as contract, type RegisteredSubApp } from '@xyxlx/contracts/sub-app';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, iso, type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { listOf } from '../../platform/lists/list.ts';
import { ofService } from '../../platform/records/scope.ts';

const state = sql`CASE WHEN s.enabled THEN 'ENABLED' ELSE 'DISABLED' END`;

const registered: Sql = sql`json_build_object('id', s.id, 'code', s.code, 'nameZh', s.name_zh, 'nameEn', s.name_en, 'address', s.address,
  'permission', s.permission, 'place', s.place, 'state', ${state}, 'version', s.version, 'createdAt', ${iso('s.created_at')}, 'createdBy', s.created_by,
  'updatedAt', ${iso('s.updated_at')}, 'updatedBy', s.updated_by)`;

/** The registry, for whoever looks after the service. */
export const registeredSubApps = listOf(contract.queryRegisteredSubApp, {
  from: 'sub_apps',
  alias: 's',
  primaryKey: ['id'],
  scope: ofService,
  filters: {
    keyword: (text) =>
      sql`(s.code = ${text} OR s.name_zh ILIKE ${anywhere(text)} OR s.name_en ILIKE ${anywhere(text)} OR s.address ILIKE ${anywhere(text)})`,
    state: (states: EnabledState[]) => sql`${state} = ANY(${states}::text[])`,
  },
  sort: {
    place: { column: 's.place', type: 'int' },
    code: { column: 's.code', type: 'text' },
    updatedAt: { column: 's.updated_at', type: 'timestamptz' },
  },
  usual: ['place', 'asc'],
  row: registered,
});

/** One of them; throws 406 where there is none, or nobody but the platform sees it. */
export async function foundSubApp(
  client: Queryable,
  session: Session,
  id: string,
): Promise<RegisteredSubApp> {
  const [found] = await rowsOf<{ row: RegisteredSubApp }>(
    client,
    sql`SELECT ${registered} AS row FROM sub_apps s WHERE s.id = ${id}::uuid AND ${ofService(session)}`,
  );
  if (!found) throw recordMissing();
  return found.row;
}

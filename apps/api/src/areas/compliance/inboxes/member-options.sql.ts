import type { Option } from '@xyxlx/contracts/option';
import type { Session } from '../../../core/session.ts';
import { allOf, anywhere, type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';
import { ofOwnTenant } from '../../../platform/records/scope.ts';

/** The users of one's tenant whose accounts are in use, by name, the first 50 that a keyword finds. */
export function memberOptions(
  client: Queryable,
  session: Session,
  keyword: string | undefined,
): Promise<Option[]> {
  return rowsOf(
    client,
    sql`SELECT u.id, u.name FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE ${allOf([ofOwnTenant(session, 'm'), sql`m.state = 'ACTIVE'`, keyword && sql`u.name ILIKE ${anywhere(keyword)}`])}
        ORDER BY u.name, u.id LIMIT 50`,
  );
}

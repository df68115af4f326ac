import type { InstitutionState } from '@xyxlx/contracts/rule';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { empty, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { byId, visibleInTenant } from '../../platform/records/scope.ts';

/** A 制度 with the versions that matter. */
export interface FoundInstitution {
  tenantId: string;
  id: string;
  code: string;
  name: string;
  state: InstitutionState;
  version: number;
  newestId: string;
  newestNo: number;
  newestState: 'DRAFT' | 'SUBMITTED' | 'PUBLISHED' | 'RETIRED';
  publishedId: string | null;
}

/** The 制度 of that id; throws 406 when the caller can't see it. */
export async function findInstitution(
  client: Queryable,
  session: Session,
  id: string,
): Promise<FoundInstitution> {
  return find(client, session, id, false);
}

/** As `findInstitution`, locked, so that of two changes at once the second sees the first. */
export async function lockInstitution(
  tx: Transaction,
  session: Session,
  id: string,
): Promise<FoundInstitution> {
  return find(tx, session, id, true);
}

async function find(
  client: Queryable,
  session: Session,
  id: string,
  locks: boolean,
): Promise<FoundInstitution> {
  // The versions are read after the lock: a statement that waited for it would still see them as they were before.
  const [row] = await rowsOf<Omit<FoundInstitution, 'newestId' | 'newestNo' | 'newestState' | 'publishedId'>>(
    client,
    sql`SELECT i.tenant_id AS "tenantId", i.id, i.code, i.name, i.state, i.version FROM institutions i
        WHERE ${byId(session, 'i', id)} AND ${visibleInTenant(session, 'i')} ${locks ? sql`FOR UPDATE` : empty}`,
  );
  if (!row) throw recordMissing();
  const [versions] = await rowsOf<
    Pick<FoundInstitution, 'newestId' | 'newestNo' | 'newestState' | 'publishedId'>
  >(
    client,
    sql`SELECT v.id AS "newestId", v.no AS "newestNo", v.state AS "newestState",
          (SELECT p.id FROM institution_versions p WHERE p.tenant_id = v.tenant_id AND p.institution_id = v.institution_id
            AND p.state = 'PUBLISHED') AS "publishedId"
        FROM institution_versions v WHERE v.tenant_id = ${row.tenantId}::uuid AND v.institution_id = ${id}::uuid
        ORDER BY v.no DESC LIMIT 1`,
  );
  if (!versions) throw new Error('An institution always has a version');
  return { ...row, ...versions };
}

import type { InstitutionState } from '@xyxlx/contracts/rule-institution';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { empty, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { inTenants } from '../../platform/records/scope.ts';

/** What a 制度 has of its versions. */
interface ItsVersions {
  newestId: string;
  newestNo: number;
  newestState: 'DRAFT' | 'SUBMITTED' | 'PUBLISHED' | 'RETIRED';
  /** The last day of the newest in Asia/Shanghai; null: it never ends. */
  newestValidTo: string | null;
  publishedId: string | null;
}

/** A 制度 with the versions that matter. */
export interface FoundInstitution extends ItsVersions {
  tenantId: string;
  id: string;
  name: string;
  state: InstitutionState;
  version: number;
}

/** The 制度 of that id; throws 406 when the caller can't see it. */
export async function findInstitution(
  client: Queryable,
  session: Session,
  id: string,
): Promise<FoundInstitution> {
  return theOnly(await find(client, session, [id], false));
}

/** As `findInstitution`, locked, so that of two changes at once the second sees the first. */
export async function lockInstitution(
  tx: Transaction,
  session: Session,
  id: string,
): Promise<FoundInstitution> {
  return theOnly(await find(tx, session, [id], true));
}

/** Those of many that the caller can see, locked in one order, so that of two bulk actions one waits for the other. */
export async function lockInstitutions(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<FoundInstitution[]> {
  return find(tx, session, ids, true);
}

function theOnly([found]: readonly FoundInstitution[]): FoundInstitution {
  if (!found) throw recordMissing();
  return found;
}

async function find(
  client: Queryable,
  session: Session,
  ids: readonly string[],
  locks: boolean,
): Promise<FoundInstitution[]> {
  const rows = await rowsOf<Omit<FoundInstitution, keyof ItsVersions>>(
    client,
    sql`SELECT i.tenant_id AS "tenantId", i.id, i.name, i.state, i.version FROM institutions i
        WHERE ${inTenants(session, 'i')} AND i.id = ANY(${[...ids]}::uuid[]) ORDER BY i.id ${locks ? sql`FOR UPDATE` : empty}`,
  );
  // Read after the lock: a statement that waited for it would still see the versions as they were before.
  const versions = await rowsOf<ItsVersions & { institutionId: string }>(
    client,
    sql`SELECT DISTINCT ON (v.institution_id) v.institution_id AS "institutionId", v.id AS "newestId", v.no AS "newestNo",
          v.state AS "newestState", v.valid_to::text AS "newestValidTo",
          (SELECT p.id FROM institution_versions p WHERE p.tenant_id = v.tenant_id AND p.institution_id = v.institution_id
            AND p.state = 'PUBLISHED') AS "publishedId"
        FROM institution_versions v
        WHERE ${inTenants(session, 'v')} AND v.institution_id = ANY(${rows.map(({ id }) => id)}::uuid[])
        ORDER BY v.institution_id, v.no DESC`,
  );
  const versionsOf = new Map(versions.map(({ institutionId, ...its }) => [institutionId, its]));
  return rows.map((row) => ({ ...row, ...(versionsOf.get(row.id) as ItsVersions) }));
}

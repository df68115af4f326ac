import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { paths } from '@xyxlx/contracts/paths';
import { operationOf } from '../../../core/operation.ts';
import { submitEach } from '../../../platform/approval/submit.ts';
import { rowOf, rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { ImportDefinition, ImportRun } from '../../../platform/imports/import-definition.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { currentRights } from '../../user-account/current-rights.ts';
import { nameOfSubject } from '../subjects/subject-name.sql.ts';
import { entryColumns } from './entry-file.ts';
import { givenEntries, type Lister } from './given-entries.sql.ts';
import { riskListApproval } from './list-approval.ts';
import { lockListed } from './lock-listed.ts';
import { refuseBadEntries } from './refuse-bad-entries.ts';

/** Entries of lists from a file: at once, or the white ones of each batch once somebody else agrees to them. */
export const entryImport: ImportDefinition = {
  kind: 'importEntries',
  title: { zh: '名单导入', en: 'Import of list entries' },
  permission: 'compliance.settings',
  page: () => `${paths.complianceSettings}?tab=list`,
  maxRows: 5_000,
  columns: entryColumns,

  check: async (tx, run) => {
    await refuseBadEntries(tx, run, await listerOf(tx, run));
    const { rows, cell } = run;
    const counts = await rowOf<{ atOnce: number; waiting: number }>(
      tx,
      sql`SELECT count(*) FILTER (WHERE ${cell('list')} <> 'WHITE')::int AS "atOnce",
            count(*) FILTER (WHERE ${cell('list')} = 'WHITE')::int AS waiting FROM import_rows r WHERE ${rows}`,
    );
    return [
      { label: { zh: '立即列入', en: 'Listed at once' }, value: counts.atOnce, unit: 'count' },
      {
        label: { zh: '列入白名单，待复核', en: 'White ones, to be agreed to' },
        value: counts.waiting,
        unit: 'count',
      },
    ];
  },

  apply: async (tx, run) => {
    const lister = await listerOf(tx, run);
    const meant = await rowsOf<{ id: string }>(
      tx,
      sql`SELECT DISTINCT g.subject_id AS id FROM (${givenEntries(run, lister)}) g`,
    );
    await lockListed(
      tx,
      run.tenantId,
      meant.map(({ id }) => id),
    );
    await refuseBadEntries(tx, run, lister);
    const added = await addGiven(tx, run, lister);
    const [first] = added;
    if (!first) return undefined;
    const { tenantId, jobId, actor } = run;
    const by = { ...actor, operation: operationOf('compliance', 'importEntries') };
    const white = added.filter(({ list }) => list === 'WHITE');
    if (white.length > 0) {
      const asked = {
        ...{ subjectId: first.requestId, subjectLabel: await labelOf(tx, tenantId, white) },
        ...{ reason: first.reason, alsoMadeBy: await usersOf(tx, tenantId, white) },
      };
      await submitEach(tx, by, riskListApproval, tenantId, [asked]);
    }
    const after = { added: added.length, jobId };
    await logChange(tx, by, { tenantId, id: first.id, label: await labelOf(tx, tenantId, added), after });
    return undefined;
  },
};

/** An entry as it was written. */
interface Added {
  id: string;
  requestId: string;
  list: string;
  subjectType: RiskSubject;
  subjectId: string;
  reason: string;
}

async function listerOf(tx: Transaction, { actor, deps }: ImportRun): Promise<Lister> {
  const { scope } = await currentRights(tx, actor.session);
  return { userId: actor.session.userId, scope, now: deps.clock.businessNow() };
}

/** Writes the good rows, those of one subject for several rules as one entry each. */
function addGiven(tx: Transaction, run: ImportRun, lister: Lister): Promise<Added[]> {
  const { tenantId, actor } = run;
  const { userName, userId } = actor.session;
  return rowsOf<Added>(
    tx,
    sql`WITH request AS MATERIALIZED (SELECT uuidv7() AS id)
      INSERT INTO risk_list_entries (tenant_id, request_id, list, subject_type, subject_id, rule_id, valid_from, valid_to, reason, state,
        created_at, created_by, created_by_id)
      SELECT ${tenantId}::uuid, q.id, g.list, g.subject_type, g.subject_id, u.id, g.valid_from, g.valid_to, g.reason,
        CASE g.list WHEN 'WHITE' THEN 'PENDING' ELSE 'ACTIVE' END, ${lister.now}::timestamptz, ${userName}, ${userId}::uuid
      FROM (${givenEntries(run, lister)}) g CROSS JOIN request q CROSS JOIN LATERAL unnest(coalesce(g.rule_ids, ARRAY[NULL]::uuid[])) u(id)
      ORDER BY g.row_no
      RETURNING id, request_id AS "requestId", list, subject_type AS "subjectType", subject_id AS "subjectId", reason`,
  );
}

/** The first of them by name, and how many there are. */
async function labelOf(tx: Transaction, tenantId: string, added: readonly Added[]): Promise<string> {
  const { subjectType, subjectId } = added[0] as Added;
  const name = (await nameOfSubject(tx, tenantId, subjectType, subjectId)) ?? subjectId;
  return added.length > 1 ? `${name} +${added.length - 1}` : name;
}

/** The users whom entries are about: none of them agrees to one of themselves. */
async function usersOf(tx: Transaction, tenantId: string, added: readonly Added[]): Promise<string[]> {
  const ids = added.map(({ subjectId }) => subjectId);
  const found = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT s.id::text AS id FROM unnest(${ids}::uuid[]) s(id) JOIN users u ON u.id = s.id
      UNION SELECT e.user_id::text FROM employees e WHERE e.tenant_id = ${tenantId}::uuid AND e.user_id IS NOT NULL AND (e.id = ANY(${ids}::uuid[])
        OR e.id IN (SELECT k.employee_id FROM cards k WHERE k.tenant_id = ${tenantId}::uuid AND k.id = ANY(${ids}::uuid[])))`,
  );
  return found.map(({ id }) => id);
}

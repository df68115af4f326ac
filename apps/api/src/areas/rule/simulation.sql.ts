import { ruleSimulation as contract, type Simulation } from '@xyxlx/contracts/rule-simulation';
import { recordMissing } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import type { Session } from '../../core/session.ts';
import { iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { mustSee } from '../../platform/records/must-see.ts';
import { byId, inTenants, visible } from '../../platform/records/scope.ts';

const joins = raw(`JOIN institution_versions v ON v.tenant_id = s.tenant_id AND v.id = s.version_id
  JOIN institutions i ON i.tenant_id = s.tenant_id AND i.id = s.institution_id
  LEFT JOIN merchants m ON m.tenant_id = s.tenant_id AND m.id = s.merchant_id`);

const columns = sql`'id', s.id, 'versionId', s.version_id, 'versionNo', v.no, 'sha256', s.sha256,
  'institution', json_build_object('id', i.id, 'code', i.code, 'name', i.name), 'from', s.from_day, 'to', s.to_day,
  'merchant', ${named('m')}, 'jobId', s.job_id,
  'state', CASE WHEN s.finished_at IS NULL THEN 'RUNNING' WHEN s.outcome IS NULL THEN 'STOPPED' ELSE 'DONE' END,
  'totals', s.outcome->'totals', 'withoutSnapshot', coalesce((s.outcome->>'withoutSnapshot')::int, 0),
  'createdAt', ${iso('s.created_at')}, 'createdBy', s.created_by`;

/** The simulations of a 制度: those of a merchant that one sees, and those of everybody to whoever sees the whole tenant. */
export const simulations = listOf(contract.querySimulation, {
  from: 'rule_simulations',
  alias: 's',
  scope: visible,
  filters: {
    institutionId: hasId('s.institution_id'),
    current: (current) =>
      current &&
      sql`s.outcome IS NOT NULL AND s.sha256 = (SELECT n.sha256 FROM institution_versions n
        WHERE n.tenant_id = s.tenant_id AND n.institution_id = s.institution_id ORDER BY n.no DESC LIMIT 1)`,
  },
  sort: { createdAt: { column: 's.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins,
  row: sql`json_build_object(${columns})`,
});

/** One simulation as the wire has it; throws 406 when the caller can't see it. */
export async function simulationOf(client: Queryable, session: Session, id: string): Promise<Simulation> {
  const [found] = await rowsOf<{ row: Simulation }>(
    client,
    sql`SELECT json_build_object(${columns}, 'byReason', coalesce(s.outcome->'byReason', '[]'),
          'byMerchant', (SELECT coalesce(json_agg(json_build_object('merchant', ${named('k')}, 'same', e->'same',
              'newlyDeclined', e->'newlyDeclined', 'newlySplit', e->'newlySplit', 'newlyAllowed', e->'newlyAllowed') ORDER BY n), '[]')
            FROM jsonb_array_elements(s.outcome->'byMerchant') WITH ORDINALITY b(e, n)
            JOIN merchants k ON k.tenant_id = s.tenant_id AND k.id = (e->>'merchantId')::uuid),
          'byDay', coalesce(s.outcome->'byDay', '[]')) AS row
        FROM rule_simulations s ${joins} WHERE ${byId(session, 's', id)} AND ${visible(session, 's')}`,
  );
  if (!found) throw recordMissing();
  return found.row;
}

/** Throws 406 when the caller can't see the simulation. */
export function mustSeeSimulation(client: Queryable, session: Session, id: string): Promise<void> {
  return mustSee(
    client,
    sql`rule_simulations s WHERE ${byId(session, 's', id)} AND ${visible(session, 's')}`,
  );
}

/** What versions said, in a column of a row. */
function said(column: string, language: Language): Sql {
  const one = raw(column);
  return sql`json_build_object('outcome', ${one}->'outcome', 'institution', ${one}->'institution', 'allowedAmount', ${one}->'allowed',
    'reason', coalesce(${one}->'reason'->>${language}, ''))`;
}

/** The payments that a simulation changes; the first 10,000 are kept. */
export const changedPayments = listOf(contract.querySimulationRow, {
  from: 'rule_simulation_rows',
  alias: 'r',
  primaryKey: ['tenant_id', 'simulation_id', 'seq'],
  // As of the rows of a batch: a row's number is its own, and the primary key is in this order.
  id: 'simulation_id',
  scope: inTenants,
  filters: {
    id: (id, { session }) =>
      sql`r.tenant_id = (SELECT o.tenant_id FROM rule_simulations o WHERE ${byId(session, 'o', id)} AND ${visible(session, 'o')})
        AND r.simulation_id = ${id}::uuid`,
    change: oneOf('r.change'),
  },
  sort: { seq: { column: 'r.seq', type: 'int' } },
  usual: ['seq', 'asc'],
  joins: raw(`JOIN consumption_records c ON c.tenant_id = r.tenant_id AND c.id = r.consumption_id
    JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
    JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id`),
  row: ({
    request: { language },
  }) => sql`json_build_object('consumptionId', c.id, 'seq', r.seq, 'paymentNo', c.payment_no, 'paidAt', ${iso('c.paid_at')},
    'merchant', ${named('m')}, 'employee', json_build_object('id', e.id, 'name', e.name, 'employeeNo', e.employee_no),
    'category', c.category, 'amount', c.amount, 'change', r.change, 'changedAmount', r.amount, 'paidAmount', r.paid,
    'before', ${said('r.before', language)}, 'after', ${said('r.after', language)})`,
});

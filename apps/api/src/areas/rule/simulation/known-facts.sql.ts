import type pg from 'pg';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { CalendarDay } from '../judge/day-facts.ts';
import type { Facts, PayerFacts } from '../judge/facts.ts';
import type { SimulatedSpan } from './records.sql.ts';

/** What a payee is. */
export type PayeeFacts = Pick<Facts, 'brandId' | 'mcc' | 'city'>;

/** A company or department with the one above it. */
interface Below {
  id: string;
  parentId: string | null;
}

/** What scopes look at, of everybody whose payments are simulated, as it is now. */
export async function payersOf(
  pool: pg.Pool,
  { tenantId, merchantId }: Pick<SimulatedSpan, 'tenantId' | 'merchantId'>,
): Promise<Map<string, PayerFacts>> {
  const companies = await rowsOf<Below>(
    pool,
    sql`SELECT id, parent_id AS "parentId" FROM companies WHERE tenant_id = ${tenantId}::uuid`,
  );
  const departments = await rowsOf<Below>(
    pool,
    sql`SELECT id, parent_id AS "parentId" FROM departments WHERE tenant_id = ${tenantId}::uuid`,
  );
  const employees = await rowsOf<
    Omit<PayerFacts, 'companyIds' | 'departmentIds'> & { companyId: string; departmentId: string | null }
  >(
    pool,
    sql`SELECT e.id AS "employeeId", e.merchant_id AS "merchantId", e.labels, e.grade, m.company_id AS "companyId",
          e.department_id AS "departmentId"
        FROM employees e JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id
        WHERE e.tenant_id = ${tenantId}::uuid ${merchantId ? sql`AND e.merchant_id = ${merchantId}::uuid` : sql``}`,
  );
  const [companyIds, departmentIds] = [upwards(companies), upwards(departments)];
  return new Map(
    employees.map(({ companyId, departmentId, ...payer }) => [
      payer.employeeId,
      { ...payer, companyIds: companyIds(companyId), departmentIds: departmentIds(departmentId) },
    ]),
  );
}

/** What merchants are now, for records that kept nothing of their payee. */
export async function payeesOf(pool: pg.Pool, tenantId: string): Promise<Map<string, PayeeFacts>> {
  const merchants = await rowsOf<PayeeFacts & { id: string }>(
    pool,
    sql`SELECT id, brand_id AS "brandId", mcc, city FROM merchants WHERE tenant_id = ${tenantId}::uuid`,
  );
  return new Map(merchants.map(({ id, ...payee }) => [id, payee]));
}

/** One and those above it: the same list for everybody in the same place. */
function upwards(all: readonly Below[]): (id: string | null) => readonly string[] {
  const parents = new Map(all.map(({ id, parentId }) => [id, parentId]));
  const known = new Map<string, readonly string[]>();
  const from = (id: string | null): readonly string[] => {
    if (id === null) return [];
    const found = known.get(id) ?? [id, ...from(parents.get(id) ?? null)];
    known.set(id, found);
    return found;
  };
  return from;
}

/** What the tenant's calendar, or the national one below it, says of the days from the month of `from` on. */
export async function calendarOf(
  pool: pg.Pool,
  { tenantId, from, to }: Pick<SimulatedSpan, 'tenantId' | 'from' | 'to'>,
): Promise<Map<string, CalendarDay>> {
  const rows = await rowsOf<CalendarDay & { day: string }>(
    pool,
    sql`SELECT day::text AS day, kind, name FROM (
          SELECT day, kind, name, 2 AS rank FROM national_days
          UNION ALL SELECT day, kind, name, 1 FROM work_days WHERE tenant_id = ${tenantId}::uuid) d
        WHERE day BETWEEN date_trunc('month', ${from}::date)::date - 1 AND ${to}::date ORDER BY rank DESC`,
  );
  return new Map(rows.map(({ day, ...said }) => [day, said]));
}

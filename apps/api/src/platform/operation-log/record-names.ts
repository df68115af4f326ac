import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import { type Queryable, raw, rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';

/** Where the records are kept that others refer to, with `id`, `tenant_id` and what each is called. */
const sources = {
  activity: 'SELECT id, tenant_id, name FROM lottery_activities',
  approval: 'SELECT id, tenant_id, subject_label AS name FROM approvals',
  bill: 'SELECT id, tenant_id, bill_no AS name FROM bills',
  brand: 'SELECT id, tenant_id, name FROM brands',
  company: 'SELECT id, tenant_id, name FROM companies',
  channelBinding: 'SELECT id, tenant_id, name FROM channel_bindings',
  consumption: 'SELECT id, tenant_id, payment_no AS name FROM consumption_records',
  department: 'SELECT id, tenant_id, name FROM departments',
  employee: 'SELECT id, tenant_id, name FROM employees',
  invoice: 'SELECT id, tenant_id, application_no AS name FROM invoice_applications',
  limitAdjustment:
    'SELECT a.id, a.tenant_id, e.name FROM limit_adjustments a JOIN employees e ON e.tenant_id = a.tenant_id AND e.id = a.employee_id',
  limitBatch: 'SELECT id, tenant_id, batch_no AS name FROM limit_batches',
  lottery: 'SELECT id, tenant_id, lottery_no AS name FROM lottery_records',
  merchant: 'SELECT id, tenant_id, name FROM merchants',
  platform: 'SELECT id, tenant_id, name FROM platforms',
  role: 'SELECT id, tenant_id, name FROM roles',
  store: 'SELECT id, tenant_id, name FROM stores',
  tenant: 'SELECT id, id AS tenant_id, name FROM tenants',
  user: 'SELECT u.id, m.tenant_id, u.name FROM users u JOIN memberships m ON m.user_id = u.id',
} as const;

export type RecordType = keyof typeof sources;

/** The fields of log rows that hold the id of another record, or a list of ids. */
const references: Record<string, RecordType> = {
  activityId: 'activity',
  actorId: 'user',
  batchId: 'limitBatch',
  billId: 'bill',
  brandId: 'brand',
  companyId: 'company',
  departmentId: 'department',
  employeeId: 'employee',
  merchantId: 'merchant',
  merchantIds: 'merchant',
  platformId: 'platform',
  roleId: 'role',
  roleIds: 'role',
  storeId: 'store',
  userId: 'user',
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Which record the `id` of an area's input names, where that is not the area's own name. */
const recordsOfAreas: Record<string, RecordType> = {
  billChange: 'limitBatch',
  channel: 'channelBinding',
  limit: 'limitAdjustment',
  userAccount: 'user',
};

interface Logged {
  tenantId: string;
  module: string;
  target: { type: string };
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
}

/** Rows of the log with `{id, name}` for every id in `before` and `after`, named as the records are called in this transaction. */
export async function nameReferences<T extends Logged>(tx: Transaction, rows: readonly T[]): Promise<T[]> {
  const wanted = new Map<string, { tenantId: string; type: RecordType; ids: Set<string> }>();
  for (const row of rows) {
    const { tenantId, before, after } = row;
    for (const [field, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      const type = referredBy(field, row);
      if (!type) continue;
      const key = `${tenantId} ${type}`;
      const group = wanted.get(key) ?? { tenantId, type, ids: new Set<string>() };
      for (const id of [value].flat()) if (typeof id === 'string' && uuid.test(id)) group.ids.add(id);
      wanted.set(key, group);
    }
  }
  const names = new Map<string, string>();
  for (const { tenantId, type, ids } of wanted.values()) {
    for (const { id, name } of await recordNames(tx, tenantId, type, [...ids])) names.set(id, name);
  }
  if (names.size === 0) return [...rows];
  return rows.map((row) => ({
    ...row,
    ...(row.before && { before: named(row.before, row, names) }),
    ...(row.after && { after: named(row.after, row, names) }),
  }));
}

/** A record as a row of the log names it. */
interface FoundRecord {
  tenantId: string;
  target: { type: string; id: string; label: string };
}

/** The kind of record that an area is about. */
export function recordTypeOf(area: string): RecordType | undefined {
  return recordsOfAreas[area] ?? (area in sources ? (area as RecordType) : undefined);
}

/** Which record an endpoint of an area was called for: the one of its `id`, otherwise the first that its input refers to. */
export function recordOfInput(
  area: string,
  input: unknown,
): { type: RecordType | undefined; id: string } | null {
  const entries = Object.entries(input ?? {}).filter(([, value]) => typeof value === 'string');
  const own = entries.find(([field]) => field === 'id');
  if (own) return { type: recordTypeOf(area), id: own[1] };
  const referring = entries.find(([field]) => field in references);
  return referring ? { type: references[referring[0]], id: referring[1] } : null;
}

/** A record of the caller's tenant, or of any where they see all; null when there is none of them. */
export async function findRecord(
  client: Queryable,
  { tenantId, scope }: Pick<Session, 'tenantId' | 'scope'>,
  type: RecordType,
  id: string,
): Promise<FoundRecord | null> {
  if (!uuid.test(id)) return null;
  const [row] = await rowsOf<{ tenantId: string; name: string }>(
    client,
    sql`SELECT tenant_id AS "tenantId", name FROM (${raw(sources[type])}) s
        WHERE id = ${id}::uuid AND (${scope.all} OR tenant_id = ${tenantId}::uuid)
        ORDER BY tenant_id = ${tenantId}::uuid DESC LIMIT 1`,
  );
  return row ? { tenantId: row.tenantId, target: { type, id, label: row.name } } : null;
}

/** What records of a tenant are called; those that it doesn't have are left out. */
export async function recordNames(
  tx: Queryable,
  tenantId: string,
  type: RecordType,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return rowsOf(
    tx,
    sql`SELECT id, name FROM (${raw(sources[type])}) s WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${ids}::uuid[])`,
  );
}

function referredBy(field: string, { module, target }: Logged): RecordType | undefined {
  // What is above a department is a department, and so on.
  if (field === 'parentId' && target.type in sources) return target.type as RecordType;
  return field === 'id' ? recordTypeOf(module) : references[field];
}

function named(
  values: Prisma.InputJsonObject,
  row: Logged,
  names: ReadonlyMap<string, string>,
): Prisma.InputJsonObject {
  const withName = (value: unknown) => {
    const name = typeof value === 'string' ? names.get(value) : undefined;
    return name === undefined ? value : { id: value, name };
  };
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (!referredBy(field, row)) return [field, value];
      return [field, Array.isArray(value) ? value.map(withName) : withName(value)];
    }),
  ) as Prisma.InputJsonObject;
}

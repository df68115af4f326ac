import type { Prisma } from '@xyxlx/database/client/client';
import { raw, rowsOf, sql } from './sql.ts';
import type { Transaction } from './transaction.ts';

/** Where the records are kept that others refer to, with `id`, `tenant_id` and what each is called. */
const sources = {
  brand: 'SELECT id, tenant_id, name FROM brands',
  company: 'SELECT id, tenant_id, name FROM companies',
  department: 'SELECT id, tenant_id, name FROM departments',
  employee: 'SELECT id, tenant_id, name FROM employees',
  merchant: 'SELECT id, tenant_id, name FROM merchants',
  platform: 'SELECT id, tenant_id, name FROM platforms',
  role: 'SELECT id, tenant_id, name FROM roles',
  store: 'SELECT id, tenant_id, name FROM stores',
  user: 'SELECT u.id, m.tenant_id, u.name FROM users u JOIN memberships m ON m.user_id = u.id',
} as const;

export type RecordType = keyof typeof sources;

/** The fields of log rows that hold the id of another record, or a list of ids. */
const references: Record<string, RecordType> = {
  brandId: 'brand',
  companyId: 'company',
  departmentId: 'department',
  employeeId: 'employee',
  merchantId: 'merchant',
  merchantIds: 'merchant',
  platformId: 'platform',
  roleIds: 'role',
  storeId: 'store',
  userId: 'user',
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Logged {
  tenantId: string;
  target: { type: string };
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
}

/** Rows of the log with `{id, name}` for every id in `before` and `after`, named as the records are called in this transaction. */
export async function nameReferences<T extends Logged>(tx: Transaction, rows: readonly T[]): Promise<T[]> {
  const wanted = new Map<string, { tenantId: string; type: RecordType; ids: Set<string> }>();
  for (const { tenantId, target, before, after } of rows) {
    for (const [field, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      const type = referredBy(field, target.type);
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
    ...(row.before && { before: named(row.before, row.target.type, names) }),
    ...(row.after && { after: named(row.after, row.target.type, names) }),
  }));
}

/** What records of a tenant are called; those that it doesn't have are left out. */
async function recordNames(
  tx: Transaction,
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

function referredBy(field: string, targetType: string): RecordType | undefined {
  // What is above a department is a department, and so on.
  if (field === 'parentId' && targetType in sources) return targetType as RecordType;
  return references[field];
}

function named(
  values: Prisma.InputJsonObject,
  targetType: string,
  names: ReadonlyMap<string, string>,
): Prisma.InputJsonObject {
  const withName = (value: unknown) => {
    const name = typeof value === 'string' ? names.get(value) : undefined;
    return name === undefined ? value : { id: value, name };
  };
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (!referredBy(field, targetType)) return [field, value];
      return [field, Array.isArray(value) ? value.map(withName) : withName(value)];
    }),
  ) as Prisma.InputJsonObject;
}

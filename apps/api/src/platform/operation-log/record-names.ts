import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import { anyTenant } from '../db/any-tenant.ts';
import { type Queryable, raw, rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';

/** A kind of record that others refer to. */
export interface RecordKind {
  /** Their table as `r`, with what its name needs. */
  from: string;
  /** SQL of the tenant, the id and what each is called, where these are not `r.tenant_id`, `r.id` and `r.name`. */
  tenant?: string;
  id?: string;
  name?: string;
  /** The fields of inputs and of log rows with the id of one, or a list of ids. */
  fields?: readonly string[];
}

/** The kinds of record that all areas declare. */
export interface RecordKinds {
  /** Where they are found, by kind. */
  sources: ReadonlyMap<string, Omit<RecordKind, 'fields'>>;
  /** The kind that a field refers to. */
  fields: ReadonlyMap<string, string>;
  /** The kind that the `id` of an area's input names. */
  ofAreas: ReadonlyMap<string, string>;
}

// Of the process: the log is written deep inside transactions, which know nothing but the database.
let kinds: RecordKinds = { sources: new Map(), fields: new Map(), ofAreas: new Map() };

/** Registers what the areas declare, before anything is logged. */
export function registerRecordKinds(declared: RecordKinds): void {
  kinds = declared;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Logged {
  tenantId: string;
  module: string;
  target: { type: string };
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
}

/** Rows of the log with `{id, name}` for every id in `before` and `after`, named as the records are called in this transaction. */
export async function nameReferences<T extends Logged>(tx: Transaction, rows: readonly T[]): Promise<T[]> {
  const wanted = new Map<string, { tenantId: string; type: string; ids: Set<string> }>();
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
export function recordTypeOf(area: string): string | undefined {
  return kinds.ofAreas.get(area);
}

/** Which record an endpoint of an area was called for: the one of its `id`, otherwise the first that its input refers to. */
export function recordOfInput(area: string, input: unknown): { type: string | undefined; id: string } | null {
  const entries = Object.entries(input ?? {}).filter(([, value]) => typeof value === 'string');
  const own = entries.find(([field]) => field === 'id');
  if (own) return { type: recordTypeOf(area), id: own[1] };
  const referring = entries.find(([field]) => kinds.fields.has(field));
  return referring ? { type: kinds.fields.get(referring[0]), id: referring[1] } : null;
}

/** A record of the caller's tenant, or of any where they see all; null when there is none of them. */
export async function findRecord(
  client: Queryable,
  { tenantId, scope }: Pick<Session, 'tenantId' | 'scope'>,
  type: string,
  id: string,
): Promise<FoundRecord | null> {
  if (!uuid.test(id)) return null;
  const source = sourceOf(type);
  const tenants = scope.all ? anyTenant : sql`${tenantId}::uuid`;
  const [row] = await rowsOf<{ tenantId: string; name: string }>(
    client,
    sql`SELECT ${source.tenant} AS "tenantId", ${source.name} AS name FROM ${source.from}
        WHERE ${source.tenant} = ${tenants} AND ${source.id} = ${id}::uuid
        ORDER BY ${source.tenant} = ${tenantId}::uuid DESC LIMIT 1`,
  );
  return row ? { tenantId: row.tenantId, target: { type, id, label: row.name } } : null;
}

/** Whether an area says what records of a kind are called. */
export function hasNames(type: string): boolean {
  return kinds.sources.has(type);
}

/** What records of a tenant are called; those that it doesn't have are left out. */
export async function recordNames(
  tx: Queryable,
  tenantId: string,
  type: string,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const source = sourceOf(type);
  return rowsOf(
    tx,
    sql`SELECT ${source.id} AS id, ${source.name} AS name FROM ${source.from}
        WHERE ${source.tenant} = ${tenantId}::uuid AND ${source.id} = ANY(${ids}::uuid[])`,
  );
}

function referredBy(field: string, { module, target }: Logged): string | undefined {
  // What is above a department is a department, and so on.
  if (field === 'parentId' && kinds.sources.has(target.type)) return target.type;
  return field === 'id' ? recordTypeOf(module) : kinds.fields.get(field);
}

function sourceOf(type: string) {
  const source = kinds.sources.get(type);
  if (source === undefined) throw new Error(`No area declares the records of the kind ${type}.`);
  const { from, tenant = 'r.tenant_id', id = 'r.id', name = 'r.name' } = source;
  return { from: raw(from), tenant: raw(tenant), id: raw(id), name: raw(name) };
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

import { isDeepStrictEqual } from 'node:util';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import type pg from 'pg';
import type { Described } from '../../apps/api/src/wire/reference/endpoints.ts';
import { exampleOf, type JsonSchema } from '../../apps/api/src/wire/reference/example-of.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';

/** Where a value stands in an input. */
type Path = (string | number)[];

/** An id in an input, and the forms that the input must have around it where there are several to choose from. */
interface IdPath {
  name: string;
  path: Path;
  forms: { path: Path; schema: JsonSchema }[];
}

/** Where an input names a record: every `id`, `xxxId`, `ids` and `xxxIds`, however deep. */
export function idPaths(
  schema: JsonSchema,
  name = '',
  path: Path = [],
  forms: IdPath['forms'] = [],
): IdPath[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const variants = [
    { one: schema, forms },
    ...choices.map((one) => ({ one, forms: one.properties ? [...forms, { path, schema: one }] : forms })),
  ];
  return variants.flatMap(({ one, forms: around }) => {
    if (one.format === 'uuid' && /(^id|Id|^ids|Ids)$/.test(name))
      return [{ name: name.replace(/s$/, ''), path, forms: around }];
    const inside = Object.entries(one.properties ?? {}).flatMap(([key, value]) =>
      idPaths(value, key, [...path, key], around),
    );
    return one.items ? [...inside, ...idPaths(one.items, name, [...path, 0], around)] : inside;
  });
}

/** One id of every table that has tenants, and the tenant itself, its users and theirs. */
export async function recordsOf(admin: pg.Client, tenantId: string): Promise<Map<string, string>> {
  const found = new Map<string, string>([['tenants', tenantId]]);
  for (const table of await tablesWithTenant(admin)) {
    const hasId = await admin.query(
      `SELECT 1 FROM information_schema.columns WHERE table_name = $1 AND column_name = 'id' AND data_type = 'uuid'`,
      [table],
    );
    if (hasId.rowCount === 0) continue;
    const { rows } = await admin.query(`SELECT id FROM ${table} WHERE tenant_id = $1 ORDER BY id LIMIT 1`, [
      tenantId,
    ]);
    if (rows[0]) found.set(table, rows[0].id);
  }
  // A platform administrator acts in every tenant, so every tenant's log may name one.
  const { rows } = await admin.query(
    `SELECT user_id FROM memberships m WHERE tenant_id = $1 AND NOT EXISTS (
       SELECT FROM membership_roles mr JOIN roles r ON r.id = mr.role_id WHERE mr.membership_id = m.id AND r.data_scope = 'ALL')
     ORDER BY created_at LIMIT 1`,
    [tenantId],
  );
  found.set('users', rows[0].user_id);
  return found;
}

/** The tables whose rows belong to tenants. */
export async function tablesWithTenant(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** The records that a field can mean: its name says it, but for plain `id`, and names that no table has, which can be any of `others`. */
export function candidates(name: string, of: Map<string, string>, others = of): string[] {
  const stem = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const named = [...of].filter(([table]) => {
    const one = table.replace(/(ies|s)$/, '');
    return one.endsWith(stem.replace(/y$/, '')) || stem.replace(/y$/, '').endsWith(`_${one}`);
  });
  const chosen = name === 'id' || named.length === 0 ? [...others] : named;
  return [...new Set(chosen.map(([, id]) => id))];
}

/**
 * What makes inputs with an id in the one place: alone, so that no other filter hides what it finds, and, where there are more fields,
 * among all others, which are the caller's own.
 */
export function inputsWith(
  { definition, path, forms }: Pick<Described, 'definition'> & Omit<IdPath, 'name'>,
  own: Map<string, string>,
): (id: string) => object[] {
  const schema = schemaOf(definition.input, 'input');
  const [alone, among] = [false, true].map((full) => {
    const input = exampleOf(schema, '', full) as Record<string, unknown>;
    for (const other of idPaths(schema)) {
      const [ownId] = other.name === 'id' ? [] : candidates(other.name, own);
      if (ownId) put(input, other.path, ownId, false);
    }
    for (const form of forms) put(input, form.path, exampleOf(form.schema, '', full), true);
    put(input, path, '', true);
    if (schema.properties?.format) input.format = 'csv';
    if (schema.properties?.faces && schema.properties.faceMin) listFaces(input);
    if (schema.properties?.expression) input.expression = riskTemplates[0]?.expression;
    // A span ends after it begins.
    if (input.from === input.to && String(input.to).includes('T')) input.to = '2027-01-01T00:00:00Z';
    delete input.cursor;
    return input;
  }) as [object, object];
  const inputs = isDeepStrictEqual(alone, among) ? [alone] : [alone, among];
  return (id) =>
    inputs.map((input) => {
      const filled = structuredClone(input);
      put(filled, path, id, true);
      return filled;
    });
}

/** Either a list or a range is given, which no example knows. */
function listFaces(input: Record<string, unknown>): void {
  input.faces = [100_000];
  delete input.faceMin;
  delete input.faceMax;
}

function put(target: unknown, [step, ...rest]: Path, value: unknown, always: boolean): void {
  const holder = target as Record<string | number, unknown>;
  const key = step as string;
  if (rest.length === 0) {
    if (always || holder[key] !== undefined) holder[key] = value;
    return;
  }
  if (always) holder[key] ??= rest[0] === 0 ? [] : {};
  if (holder[key]) put(holder[key], rest, value, always);
}

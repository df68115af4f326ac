import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { SCHEMA_DIR } from './drift.ts';
import { valueColumns } from './value-columns.ts';

interface ValueCheck {
  table: string;
  column: string;
  values: readonly string[];
}

/** The SQL that brings the CHECKs of the columns of few values to what the contracts say; empty when they are that already. */
export async function valueCheckDrift(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const present = await checksOf(client);
  const wanted = new Map(wantedChecks().map((check) => [nameOf(check), check]));
  const gone = [...present].filter(([name]) => !wanted.has(name));
  const other = [...wanted].filter(([name, { values }]) => !isSame(present.get(name)?.values, values));
  return [
    ...gone.map(([name, { table }]) => `ALTER TABLE ${table} DROP CONSTRAINT ${name};`),
    ...other.map(([name, { table, column, values }]) => {
      const drop = present.has(name) ? `DROP CONSTRAINT ${name}, ` : '';
      const list = values.map((value) => `'${value}'`).join(', ');
      return `ALTER TABLE ${table} ${drop}ADD CONSTRAINT ${name} CHECK (${column} IN (${list}));`;
    }),
  ].join('\n');
}

/** The suffix by which the catalogue's own are told from other CHECKs. */
const suffix = '_values';

function nameOf({ table, column }: Pick<ValueCheck, 'table' | 'column'>): string {
  return `${table}_${column}${suffix}`;
}

async function checksOf(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<Map<string, { table: string; values: string[] }>> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND conname LIKE '%\\${suffix}'`,
  );
  return new Map(
    rows.map(({ name, table, definition }) => [
      name,
      { table, values: [...definition.matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value) },
    ]),
  );
}

function isSame(one: readonly string[] | undefined, other: readonly string[]): boolean {
  return one !== undefined && [...one].sort().join() === [...other].sort().join();
}

/** The columns of `valueColumns` as the database calls them. */
function wantedChecks(): ValueCheck[] {
  const source = readdirSync(SCHEMA_DIR)
    .map((name) => readFileSync(join(SCHEMA_DIR, name), 'utf8'))
    .join('\n');
  return Object.entries(valueColumns).flatMap(([model, fields]) => {
    const [, body = ''] = new RegExp(`^model ${model} \\{(.*?)^\\}`, 'ms').exec(source) ?? [];
    const [, table = model] = /@@map\("(\w+)"\)/.exec(body) ?? [];
    return Object.entries(fields).map(([field, values]) => {
      const line = new RegExp(`^ +${field} +String.*$`, 'm').exec(body)?.[0];
      if (line === undefined) throw new Error(`The schema has no text column ${model}.${field}`);
      return { table, column: /@map\("(\w+)"\)/.exec(line)?.[1] ?? field, values };
    });
  });
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

/** The Prisma schema, one file an area. */
export const SCHEMA_DIR = join(import.meta.dirname, 'schema');

const CHAR_TYPE = pg.types.builtins.CHAR;

// Where the engine leaves the reason before it gives up; without it only "unreachable" would be seen.
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: { set_message: (reason: string) => process.stderr.write(`${reason}\n`) },
});

/**
 * The SQL that turns a live database into what the schema folder says; empty when it is that already.
 * It leaves alone what only migrations can say: check constraints, triggers, indexes with conditions or expressions.
 */
export async function schemaDrift(databaseUrl: string, schemaDir = SCHEMA_DIR): Promise<string> {
  const files = schemaFiles(schemaDir);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new CatalogueAdapter(pool));
    const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
    const { stdout } = await engine.diff({
      // The database itself: what the adapter is connected to.
      from: { tag: 'schemaDatasource', files, configDir: schemaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const sql = stdout?.trim() ?? '';
    return sql === '-- This is an empty migration.' ? '' : withoutDropping(sql, await sqlOnlyIndexes(pool));
  } finally {
    await pool.end();
  }
}

function schemaFiles(directory: string): { path: string; content: string }[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: join(directory, name), content: readFileSync(join(directory, name), 'utf8') }));
}

/** Indexes that the schema language has no words for, so that the engine would drop them. */
async function sqlOnlyIndexes(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>({
    text: `SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
            WHERE indpred IS NOT NULL OR indexprs IS NOT NULL OR indnullsnotdistinct`,
  });
  return new Set(rows.map(({ name }) => name));
}

function withoutDropping(sql: string, indexes: Set<string>): string {
  return sql
    .split(/\n\n(?=-- )/)
    .filter((step) => !indexes.has(/^-- DropIndex\nDROP INDEX "([^"]+)";$/.exec(step)?.[1] ?? ''))
    .join('\n\n');
}

/**
 * An adapter that also reads PostgreSQL's internal one-byte "char" (type 18) of its catalogue, which the stock one
 * refuses: the pool passes it as text, and the answer is then marked as single characters, as the engine wants.
 */
class CatalogueAdapter extends PrismaPg {
  readonly #charColumns: WeakMap<unknown[], number[]>;

  constructor(pool: pg.Pool) {
    const charColumns = new WeakMap<unknown[], number[]>();
    super(passCharAsText(pool, charColumns));
    this.#charColumns = charColumns;
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    return Object.assign(adapter, {
      queryRaw: async (query: SqlQuery) => {
        const result = await queryRaw(query);
        for (const column of this.#charColumns.get(result.rows) ?? []) {
          result.columnTypes[column] = ColumnTypeEnum.Character;
        }
        return result;
      },
    });
  }
}

function passCharAsText(pool: pg.Pool, charColumns: WeakMap<unknown[], number[]>): pg.Pool {
  const query = pool.query.bind(pool);
  return Object.assign(pool, {
    query: async (config: pg.QueryConfig) => {
      const result = await query(config);
      const charFields = result.fields.filter((field) => field.dataTypeID === CHAR_TYPE);
      charColumns.set(
        result.rows,
        charFields.map((field) => result.fields.indexOf(field)),
      );
      for (const field of charFields) field.dataTypeID = pg.types.builtins.TEXT;
      return result;
    },
  });
}

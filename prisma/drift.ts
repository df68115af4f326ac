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
 * Check constraints, triggers and partial indexes are invisible to it: those live in migrations alone.
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
    return sql === '-- This is an empty migration.' ? '' : sql;
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

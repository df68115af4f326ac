/** `npm run db:migration -- add_cards`: writes the SQL that is missing between prisma/migrations and prisma/schema, and the CHECKs of columns of few values. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { connect } from './connect.ts';
import { schemaDrift } from './drift.ts';
import { startEmbeddedPostgres } from './embedded/start.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS_DIR } from './migration-files.ts';
import { valueCheckDrift } from './value-checks.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const words = process.argv.slice(2).filter((word) => word !== '--empty');
const wantsEmpty = process.argv.includes('--empty');
const label = words
  .join('_')
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '_');
if (!label) {
  say(
    'Name the migration: npm run db:migration -- add_cards (with --empty for rules that only SQL can express).',
  );
  process.exit(1);
}

const sql = wantsEmpty ? '-- Rules that the schema files can not express.' : await missingSql();
if (sql) write(sql);
else
  say(
    'The migrations and the schema agree: nothing to write. For rules that only SQL can express, add --empty.',
  );

async function missingSql(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-migration-'));
  const database = await startEmbeddedPostgres({ dataDir, log: say, durable: false });
  try {
    await migrate(database.url);
    return [await schemaDrift(database.url), await missingChecks(database.url)].filter(Boolean).join('\n\n');
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

async function missingChecks(databaseUrl: string): Promise<string> {
  const client = await connect(databaseUrl);
  try {
    return await valueCheckDrift(client);
  } finally {
    await client.end();
  }
}

function write(script: string): void {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = join(MIGRATIONS_DIR, `${stamp}_${label}`);
  mkdirSync(directory);
  const file = join(directory, 'migration.sql');
  writeFileSync(file, `${script}\n`);
  say(
    `Wrote ${relative(process.cwd(), file)}: read it, add checks and triggers, and commit it with the schema.`,
  );
}

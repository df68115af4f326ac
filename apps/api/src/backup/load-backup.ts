import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect } from '@xyxlx/database/connect';
import { dropSchemas } from '@xyxlx/database/drop-schemas';
import { migrate } from '@xyxlx/database/migrate';
import { migrationFiles } from '@xyxlx/database/migration-files';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { z } from 'zod';
import { splitLines } from '../platform/log-chain/split-lines.ts';
import type { DataKeys } from '../platform/security/data-keys.ts';
import { backupHead, sectionEnd, sectionStart } from './format.ts';
import { withoutRules } from './without-rules.ts';

interface RestoreTarget {
  /** The owner's address of a database without tables. */
  ownerUrl: string;
  keys: DataKeys;
  headsPath: string;
}

/** Fills an empty database and the published heads from the lines of a backup, all or nothing; throws one sentence when they don't fit. */
export async function loadBackup(
  source: AsyncIterable<Buffer>,
  { ownerUrl, keys, headsPath }: RestoreTarget,
): Promise<{ takenAt: string }> {
  const lines = splitLines(source);
  const head = backupHead.safeParse(await nextJson(lines)).data;
  if (!head) throw new Error('The file is no backup.');
  if (keys.seal('', head.keyId) === null) {
    throw new Error(
      'The backup belongs to another key: set DATA_KEY or JWT_SECRET as they were, or put the jwt-secret of then into DATA_DIR.',
    );
  }
  checkMigrations(head.migrations);
  const client = await connect(ownerUrl);
  const heads = `${headsPath}.restoring`;
  try {
    await checkEmpty(client);
    try {
      // The tables as they were then; what this version adds to them is added at the next start.
      await migrate(ownerUrl, { through: head.migrations.at(-1)?.name });
      await mkdir(dirname(headsPath), { recursive: true });
      await client.query('BEGIN');
      await withoutRules(client, () => loadSections(client, lines, heads));
      await client.query('COMMIT; ANALYZE');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      await dropSchemas(client).catch(() => undefined);
      throw error;
    }
    await pipeline(createReadStream(heads), createWriteStream(headsPath, { flags: 'a' }));
    return { takenAt: head.takenAt };
  } finally {
    await client.end();
    await rm(heads, { force: true });
  }
}

function checkMigrations(needed: z.output<typeof backupHead>['migrations']): void {
  const known = new Map(migrationFiles().map(({ name, checksum }) => [name, checksum]));
  const missing = needed.find(({ name, checksum }) => known.get(name) !== checksum);
  if (missing) {
    throw new Error(
      `The backup has migration ${missing.name}, which this version of the program lacks: restore it with the version that made it, or a newer one.`,
    );
  }
}

async function checkEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p')`,
  );
  if (rows[0]?.count !== 0) {
    throw new Error(
      `The database ${client.database} is not empty: restore into a new one, so that nothing is lost.`,
    );
  }
}

async function loadSections(
  client: pg.Client,
  lines: AsyncGenerator<Buffer>,
  headsPath: string,
): Promise<void> {
  for (;;) {
    const start = sectionStart.safeParse(await nextJson(lines)).data;
    if (!start) throw new Error('The backup is not whole.');
    if ('end' in start) return;
    if ('heads' in start) {
      await pipeline(Readable.from(sectionOf(lines)), createWriteStream(headsPath));
      continue;
    }
    const names = start.columns.map((name) => pg.escapeIdentifier(name)).join(', ');
    const table = `${pg.escapeIdentifier(start.schema)}.${pg.escapeIdentifier(start.table)}`;
    await pipeline(
      Readable.from(sectionOf(lines)),
      client.query(copyFrom(`COPY ${table} (${names}) FROM STDIN`)),
    );
  }
}

async function nextJson(lines: AsyncGenerator<Buffer>): Promise<unknown> {
  const { value } = await lines.next();
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}

/** In bytes: a line each would be a message each. */
const pieceSize = 64 * 1024;

/** The lines up to the section's end, a good many at a time; throws where the end is missing. */
async function* sectionOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  // Not `for await`: leaving it would end the lines of all sections.
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error('The backup is not whole.');
    const isEnd = value.length === sectionEnd.length && value.toString('latin1') === sectionEnd;
    if (!isEnd) {
      held.push(value, lineEnd);
      size += value.length + 1;
      if (size < pieceSize) continue;
    }
    if (held.length > 0) yield Buffer.concat(held);
    if (isEnd) return;
    held = [];
    size = 0;
  }
}

const lineEnd = Buffer.from('\n');

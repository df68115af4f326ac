import { Readable } from 'node:stream';
import { connect } from '@xyxlx/database/connect';
import { appliedMigrations } from '@xyxlx/database/migrate';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { z } from 'zod';
import { linesOf } from '../platform/log-chain/head-lines.ts';
import { type backupHead, leftOut, sectionEnd, type sectionStart } from './format.ts';

interface BackupSource {
  /** The owner's address: every table is read. */
  ownerUrl: string;
  keyId: string;
  /** The published ends of the operation log's chains. */
  headsPath: string;
}

/** The lines of a backup; all tables as they are at one moment, while the service goes on. */
export function backupOf(source: BackupSource): Readable {
  return Readable.from(piecesOf(source));
}

async function* piecesOf({ ownerUrl, keyId, headsPath }: BackupSource): AsyncGenerator<string | Buffer> {
  const client = await connect(ownerUrl);
  try {
    const migrations = await appliedMigrations(client);
    if (migrations.length === 0) throw new Error('There is nothing in the database to back up.');
    yield line<typeof backupHead>({ backup: 1, takenAt: new Date().toISOString(), keyId, migrations });
    // Before the tables: a head is published after its seals are committed, so every one read here is among them.
    yield line<typeof sectionStart>({ heads: true });
    for await (const { text } of linesOf(headsPath)) yield `${text}\n`;
    yield `${sectionEnd}\n`;
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL timezone = 'UTC'`);
    for (const { schema, table, columns } of await tablesOf(client)) {
      yield line<typeof sectionStart>({ schema, table, columns });
      const names = columns.map((name) => pg.escapeIdentifier(name)).join(', ');
      const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
      yield* client.query(copyTo(`COPY (SELECT ${names} FROM ${from}) TO STDOUT`));
      yield `${sectionEnd}\n`;
    }
    yield line<typeof sectionStart>({ end: true });
  } finally {
    await client.end();
  }
}

function line<T extends z.ZodType>(value: z.input<T>): string {
  return `${JSON.stringify(value)}\n`;
}

async function tablesOf(client: pg.Client): Promise<{ schema: string; table: string; columns: string[] }[]> {
  const { rows } = await client.query(
    `SELECT n.nspname AS schema, c.relname AS table,
       (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> '_prisma_migrations' AND n.nspname || '.' || c.relname <> ALL($1)
     ORDER BY 1, 2`,
    [leftOut],
  );
  return rows;
}

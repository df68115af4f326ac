import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MigrationFile {
  name: string;
  sql: string;
  /** As the Prisma CLI computes it: sha256 of the file, in hex. */
  checksum: string;
}

/** The folder that the runner and the Prisma CLI share. */
export const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');

/** The names of all migrations on disk, in the order they apply. */
export function migrationNames(directory = MIGRATIONS_DIR): string[] {
  return readdirSync(directory)
    .filter((name) => existsSync(join(directory, name, 'migration.sql')))
    .sort();
}

/** All migrations on disk, in the order they apply. */
export function migrationFiles(directory = MIGRATIONS_DIR): MigrationFile[] {
  return migrationNames(directory).map((name) => {
    const sql = readFileSync(join(directory, name, 'migration.sql'), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusableDataDir } from './settings.ts';
import { SettingsError } from './settings-error.ts';

const mebibyte = 1024 * 1024;

/** Less than that counts as full: a database needs it for its own log alone. */
const leastFree = 32 * mebibyte;

/** Throws one sentence that names DATA_DIR where nothing can be written there or hardly anything fits. */
export function checkDataDir(dataDir: string): void {
  // Replicas share the directory, and in containers they all have the same process number.
  const probe = join(dataDir, `.written-${randomUUID()}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(probe, Buffer.alloc(4096));
    rmSync(probe);
  } catch (error) {
    throw unusableDataDir(error);
  }
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= leastFree) return;
  throw new SettingsError(
    `Setting DATA_DIR: only ${Math.floor((bavail * bsize) / mebibyte)} MiB are free in ${dataDir}: make room, or choose another directory.`,
  );
}

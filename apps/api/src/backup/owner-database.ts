import { existsSync } from 'node:fs';
import { embeddedHome, runningEmbedded, startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import type { Settings } from '../platform/settings/settings.ts';

/** Hands `work` the owner's address of the database: the settings' one, else the embedded server's, which is started when it is not running. */
export async function withOwnerDatabase<T>(
  { databaseAdminUrl, dataDir }: Settings,
  { mayRun, mayBeNew }: { mayRun: boolean; mayBeNew: boolean },
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (databaseAdminUrl) return work(databaseAdminUrl);
  if (!mayBeNew && !existsSync(embeddedHome(dataDir))) throw new Error(`There is no database in ${dataDir}.`);
  const running = runningEmbedded(dataDir);
  if (running && mayRun) return work(running);
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    return await work(url);
  } finally {
    await stop();
  }
}

/** `npm run reset`: throws the data away, so that everything is as the seeds make it. */
import { existsSync, rmSync } from 'node:fs';
import { connect } from '@xyxlx/database/connect';
import { stopLeftover } from '@xyxlx/database/embedded/cluster';
import { ownerOf } from '@xyxlx/database/embedded/owner';
import { embeddedHome } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import { type SeedKind, seed } from '@xyxlx/database/seed/seed';
import { readSettings } from '../apps/api/src/settings.ts';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

try {
  const settings = readSettings(process.env);
  if (settings.databaseAdminUrl) await resetExternal(settings.databaseAdminUrl, settings.seed);
  else await resetEmbedded(settings.dataDir);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

async function resetEmbedded(dataDir: string): Promise<void> {
  const home = embeddedHome(dataDir);
  if (!existsSync(home)) {
    say('There is no data yet: the next "npm start" makes and seeds it.');
    return;
  }
  const owner = ownerOf(home);
  if (owner) throw new Error(`The service is running (process ${owner}): stop it first, then reset.`);
  await stopLeftover(home, say);
  rmSync(home, { recursive: true });
  say('The data is gone: the next "npm start" makes and seeds it anew.');
}

async function resetExternal(ownerUrl: string, kind: SeedKind): Promise<void> {
  const client = await connect(ownerUrl);
  try {
    // Whatever the service keeps there, its job queue's schema included.
    await client.query(
      'DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public',
    );
  } finally {
    await client.end();
  }
  await migrate(ownerUrl, { log: say });
  await seed(ownerUrl, kind);
  say(`The database is reset and seeded (${kind}).`);
}

/** `npm run reset`: throws the data away, so that everything is as the seeds make it. */
import { existsSync, rmSync } from 'node:fs';
import { connect } from '@xyxlx/database/connect';
import { dropSchemas } from '@xyxlx/database/drop-schemas';
import { stopLeftover } from '@xyxlx/database/embedded/cluster';
import { ownerOf } from '@xyxlx/database/embedded/owner';
import { embeddedHome } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import type { SeedKind } from '@xyxlx/database/seed/seed';
import { seedAndPost } from '../apps/api/src/embed.ts';
import { presentChains } from '../apps/api/src/platform/log-chain/present-chains.ts';
import {
  makePublishedHeads,
  type PublishedHeads,
} from '../apps/api/src/platform/log-chain/published-heads.ts';
import { sealingLock } from '../apps/api/src/platform/log-chain/seal.ts';
import { makeDataKeys } from '../apps/api/src/platform/security/data-keys.ts';
import { readSettings, type Settings } from '../apps/api/src/platform/settings/settings.ts';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

try {
  const settings = readSettings(process.env);
  const { databaseAdminUrl, seed, dataKeys } = settings;
  const heads = makePublishedHeads(settings, makeDataKeys(dataKeys), { info: () => undefined });
  if (databaseAdminUrl) await resetExternal(databaseAdminUrl, { heads, seed, dataKeys });
  else await resetEmbedded(settings.dataDir, heads);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

async function resetEmbedded(dataDir: string, heads: PublishedHeads): Promise<void> {
  const home = embeddedHome(dataDir);
  if (!existsSync(home)) {
    await heads.endChains([]);
    say('There is no data yet: the next "npm start" makes and seeds it.');
    return;
  }
  const owner = ownerOf(home);
  if (owner) throw new Error(`The service is running (process ${owner}): stop it first, then reset.`);
  await stopLeftover(home, say);
  rmSync(home, { recursive: true });
  await heads.endChains([]);
  say('The data is gone: the next "npm start" makes and seeds it anew.');
}

async function resetExternal(
  ownerUrl: string,
  { heads, seed, dataKeys }: { heads: PublishedHeads; seed: SeedKind; dataKeys: Settings['dataKeys'] },
): Promise<void> {
  const client = await connect(ownerUrl);
  try {
    // A running service seals nothing meanwhile.
    await client.query('SELECT pg_advisory_lock($1)', [sealingLock]);
    const chains = await presentChains(client);
    await dropSchemas(client);
    await heads.endChains(chains);
  } finally {
    await client.end();
  }
  await migrate(ownerUrl, { log: say });
  await seedAndPost(ownerUrl, seed, dataKeys);
  say(`The database is reset and seeded (${seed}).`);
}

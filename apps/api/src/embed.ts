import type { AddressInfo } from 'node:net';
import { type SeedKind, seed } from '@xyxlx/database/seed/seed';
import { backlog, buildApp } from './app.ts';
import { seedApplication } from './areas/dev/seed-application.ts';
import { registry } from './areas.ts';
import { makeLog } from './core/log.ts';
import { startHousekeeping } from './housekeeping.ts';
import { makeDeps } from './make-deps.ts';
import { databaseAddresses } from './platform/db/service-address.ts';
import { makeDataKeys } from './platform/security/data-keys.ts';
import { readSettings, type Settings } from './platform/settings/settings.ts';

/** The service inside another process. */
export interface EmbeddedService {
  /** On 127.0.0.1. */
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts the service in this process, on a database that is migrated already; the package's one entry for others. `environment` has the
 * settings by their names, `DATABASE_URL` among them; port 0 takes a free one. Throws what is wrong with a setting, in a sentence.
 */
export async function startService(
  environment: Record<string, string> & { DATABASE_URL: string },
  port: number,
): Promise<EmbeddedService> {
  const settings = readSettings(environment);
  const addresses = await databaseAddresses(settings, environment.DATABASE_URL);
  const deps = makeDeps(settings, addresses, makeLog(settings.logLevel));
  const app = await buildApp(deps);
  await app.listen({ host: '127.0.0.1', port, backlog });
  const stopHousekeeping = startHousekeeping(deps);
  return {
    port: (app.server.address() as AddressInfo).port,
    stop: async () => {
      await stopHousekeeping();
      await app.close();
      await deps.database.close();
    },
  };
}

/** Fills an empty database, its cards' numbers kept by the keys, and posts what the seed's money did, as the areas' rules say; says whether there was anything to do. */
export function seedAndPost(
  databaseUrl: string,
  kind: SeedKind,
  dataKeys: Settings['dataKeys'],
): Promise<boolean> {
  return seed(databaseUrl, kind, seedApplication(registry, makeDataKeys(dataKeys)));
}

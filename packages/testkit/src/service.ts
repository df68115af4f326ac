import type { AddressInfo } from 'node:net';
import { buildApp } from '@xyxlx/api/src/app.ts';
import { makeLog } from '@xyxlx/api/src/core/log.ts';
import { startHousekeeping } from '@xyxlx/api/src/housekeeping.ts';
import { makeDeps } from '@xyxlx/api/src/make-deps.ts';
import { databaseAddresses } from '@xyxlx/api/src/platform/db/service-address.ts';
import { readSettings } from '@xyxlx/api/src/platform/settings/settings.ts';

/** The service on a port of 127.0.0.1. */
export interface Service {
  port: number;
  stop(): Promise<void>;
}

/** Starts the real service on a database; port 0 takes a free one. */
export async function startService(options: {
  databaseUrl: string;
  dataDir: string;
  port: number;
  /** Settings by their names in the environment. */
  settings: Record<string, string>;
}): Promise<Service> {
  const settings = readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.dataDir,
    JWT_SECRET: 'the test kit signs with this secret and nobody else does',
    CAPTCHA_PROVIDER: 'off',
    DEV_TOOLS: 'on',
    LOG_LEVEL: 'fatal',
    // A stalled machine must not look like an overloaded service.
    DATABASE_WAIT: '10s',
    EVENT_LOOP_DELAY: '10s',
    ...options.settings,
  });
  const addresses = await databaseAddresses(settings, options.databaseUrl);
  const deps = makeDeps(settings, addresses, makeLog(settings.logLevel));
  const app = await buildApp(deps);
  await app.listen({ host: '127.0.0.1', port: options.port });
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

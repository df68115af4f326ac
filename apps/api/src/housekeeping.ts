import type { Deps } from './core/deps.ts';
import { atLength } from './platform/db/service-pool.ts';
import { forgetFiles } from './platform/exports/stored-file.ts';
import { clearSpools } from './platform/http/spool.ts';
import { forgetOldAnswers, ownerOf } from './platform/idempotency/stored-answers.ts';
import { forgetImports } from './platform/imports/forget-imports.ts';
import { startSealing } from './platform/log-chain/sealing.ts';

const hour = 60 * 60_000;
/** How long a statement that forgets may take, in ms. */
const within = 10 * 60_000;

/** Forgets what is over in each tenant, one after the other, and of whoever called without one. */
export async function forgetOfTenants({ database }: Deps, now: Date): Promise<void> {
  const tenants = await database.prisma.tenant.findMany({ select: { id: true } });
  for (const id of [...tenants.map((tenant) => tenant.id), ownerOf(undefined).tenantId]) {
    for (const forget of [forgetOldAnswers, forgetImports, forgetFiles]) {
      await atLength(database.pool, within, (client) => forget(client, id, now));
    }
  }
}

/** What the service does by itself beside requests and jobs; returns what stops it. Replicas may all do it. */
export function startHousekeeping(deps: Deps): () => Promise<void> {
  const stopSealing = startSealing(deps);
  clearSpools().catch((error: unknown) => {
    deps.log.warn({ err: error }, 'what a killed process left could not be removed');
  });
  const timer = setInterval(() => {
    const now = deps.clock.now();
    const cleanUps = deps.registry.cleanUps.map((cleanUp) => cleanUp(deps));
    Promise.all([forgetOfTenants(deps, now), ...cleanUps]).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'what is over could not be forgotten');
    });
  }, hour);
  return async () => {
    clearInterval(timer);
    await stopSealing();
  };
}

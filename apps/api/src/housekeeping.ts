import type { Deps } from './core/deps.ts';
import { withLongTimeout } from './platform/db/service-pool.ts';
import { deleteExpiredFiles } from './platform/exports/stored-file.ts';
import { clearSpools } from './platform/http/spool.ts';
import { deleteExpiredAnswers, keyOwner } from './platform/idempotency/stored-answers.ts';
import { deleteOldImports } from './platform/imports/delete-old-imports.ts';
import { startSealing } from './platform/log-chain/sealing.ts';
import { deleteExpiredNonces } from './platform/security/signed-calls/nonces.ts';

const hour = 60 * 60_000;
/** How long a statement that deletes may take, in ms. */
const within = 10 * 60_000;

/** Deletes what has expired in each tenant, one after the other, and what public endpoints have kept under no tenant. */
export async function cleanUpTenants({ database }: Deps, now: Date): Promise<void> {
  const tenants = await database.prisma.tenant.findMany({ select: { id: true } });
  for (const id of [...tenants.map((tenant) => tenant.id), keyOwner(undefined).tenantId]) {
    for (const remove of [deleteExpiredAnswers, deleteOldImports, deleteExpiredFiles, deleteExpiredNonces]) {
      await withLongTimeout(database.pool, within, (client) => remove(client, id, now));
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
    Promise.all([cleanUpTenants(deps, now), ...cleanUps]).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'what has expired could not be deleted');
    });
  }, hour);
  return async () => {
    clearInterval(timer);
    await stopSealing();
  };
}

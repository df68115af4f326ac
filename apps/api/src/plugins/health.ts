import { setTimeout as wait } from 'node:timers/promises';
import { migrationsPending } from '@xyxlx/database/migrate';
import fp from 'fastify-plugin';
import type { Deps } from '../core/deps.ts';

/** Who asks waits no longer for the database, in ms. */
const readyWithin = 2000;

async function tooLate(): Promise<never> {
  await wait(readyWithin, undefined, { ref: false });
  throw new Error('the database does not answer');
}

/** `/healthz`: the process is up. `/readyz`: the database answers, its migrations are applied, and the service is not about to stop. */
export const health = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    let migrated = false;

    async function isReady(): Promise<void> {
      await deps.database.pool.query('SELECT 1');
      migrated ||= (await migrationsPending(deps.database.pool)).length === 0;
      if (!migrated) throw new Error('migrations are missing');
    }

    app.get('/healthz', async () => ({ status: 'up' }));
    app.get('/readyz', async (request, reply) => {
      try {
        if (app.isStopAnnounced()) throw new Error('the service is stopping');
        await Promise.race([isReady(), tooLate()]);
        return { status: 'ready' };
      } catch (error) {
        request.log.warn({ err: error }, 'not ready');
        return reply.code(503).header('Retry-After', 1).send({ status: 'not ready' });
      }
    });
  },
  { name: 'health', dependencies: ['draining'] },
);

import { migrationsPending } from '@xyxlx/database/migrate';
import fp from 'fastify-plugin';
import type { Deps } from '../deps.ts';

/** `/healthz`: the process is up. `/readyz`: the database answers, its migrations are applied, and the service is not stopping. */
export const health = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    let migrated = false;

    app.get('/healthz', async () => ({ status: 'up' }));
    app.get('/readyz', async (request, reply) => {
      try {
        if (app.isStopping()) throw new Error('the service is stopping');
        await deps.database.pool.query('SELECT 1');
        migrated ||= (await migrationsPending(deps.database.pool)).length === 0;
        if (!migrated) throw new Error('migrations are missing');
        return { status: 'ready' };
      } catch (error) {
        request.log.warn({ err: error }, 'not ready');
        return reply.code(503).header('Retry-After', 1).send({ status: 'not ready' });
      }
    });
  },
  { name: 'health', dependencies: ['draining'] },
);

import fp from 'fastify-plugin';
import type { Deps } from '../core/deps.ts';

/** A process that listens also works on jobs; when it stops, it gives its running jobs back to the queue. */
export const jobs = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    let stopped: Promise<void> | undefined;
    app.addHook('onListen', async () => {
      await deps.jobs.work(deps);
    });
    // Begun with the stop of the server and awaited after it, so that requests and jobs end side by side.
    app.addHook('preClose', async () => {
      stopped = deps.jobs.stop();
      stopped.catch(() => undefined);
    });
    app.addHook('onClose', async () => {
      await stopped;
      await deps.pgNotifications.close();
    });
  },
  { name: 'jobs' },
);

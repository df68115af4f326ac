import fp from 'fastify-plugin';
import type { Deps } from '../core/deps.ts';
import { followSharedClock } from '../platform/time/shared-clock.ts';

/** Where developers may move the business clock, every replica goes by the same one. */
export const sharedClock = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    const stop = await followSharedClock(deps);
    app.addHook('onClose', async () => stop());
  },
  { name: 'shared-clock' },
);

import { setTimeout as wait } from 'node:timers/promises';
import fp from 'fastify-plugin';

/** What was sent on an open connection before its last answer came is given so long to arrive, in ms. */
const grace = 100;

declare module 'fastify' {
  interface FastifyInstance {
    /** Says from now on that the service is not ready, and goes on with its work: who balances between replicas looks for another. */
    announceStop(): void;
    /** Whether the service is about to stop. */
    isStopAnnounced(): boolean;
    /** Whether the service stops. */
    isStopping(): boolean;
    /** When every request that came before the stop is answered, or its connection gone. */
    drained(): Promise<void>;
  }
}

/** Counts what is under way, so that the service can be asked while it stops: a closed door would tell a load balancer nothing. */
export const draining = fp(
  async (app) => {
    let announced = false;
    let stopping = false;
    let underWay = 0;
    let onIdle: () => void = () => undefined;

    app.decorate('announceStop', () => {
      announced = true;
    });
    app.decorate('isStopAnnounced', () => announced || stopping);
    app.decorate('isStopping', () => stopping);
    app.decorate('drained', async () => {
      if (underWay === 0) return;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      await wait(grace);
    });
    app.addHook('preClose', async () => {
      stopping = true;
    });
    app.addHook('onRequest', async (request, reply) => {
      // A live channel is no work: it ends with the service.
      if (stopping || request.headers.upgrade) return;
      underWay += 1;
      reply.raw.once('close', () => {
        underWay -= 1;
        if (underWay === 0) onIdle();
      });
    });
  },
  { name: 'draining' },
);

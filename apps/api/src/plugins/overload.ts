import underPressure from '@fastify/under-pressure';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Unavailable } from '../core/errors.ts';

const alwaysAnswered = new Set(['/healthz', '/metrics']);

/** Answers 503 while the event loop is later than `maxEventLoopDelay` (ms) and while the service stops, except where an operator looks to find out. */
export const overload = fp(
  async (app, { maxEventLoopDelay }: { maxEventLoopDelay: number }) => {
    const refuse = (request: FastifyRequest) => {
      if (!alwaysAnswered.has(request.routeOptions.url ?? '')) throw new Unavailable();
    };
    await app.register(underPressure, {
      maxEventLoopDelay,
      // In a shorter one a loop that is late, but less than that, may leave no sample, which counts as endlessly late.
      sampleInterval: Math.max(1000, maxEventLoopDelay),
      retryAfter: 1,
      pressureHandler: refuse,
    });

    app.addHook('onRequest', async (request) => {
      if (app.isStopping()) refuse(request);
    });
  },
  { name: 'overload', dependencies: ['wire', 'draining'] },
);

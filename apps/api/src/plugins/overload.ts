import underPressure from '@fastify/under-pressure';
import fp from 'fastify-plugin';
import { Unavailable } from '../wire/errors.ts';

const alwaysAnswered = new Set(['/healthz', '/metrics']);

/** Answers 503 while the event loop is late, except where an operator looks to find out. */
export const overload = fp(
  async (app) => {
    await app.register(underPressure, {
      maxEventLoopDelay: 1000,
      // Who comes while it is late is told within the second.
      sampleInterval: 250,
      retryAfter: 1,
      pressureHandler: (request) => {
        if (!alwaysAnswered.has(request.routeOptions.url ?? '')) throw new Unavailable();
      },
    });
  },
  { name: 'overload', dependencies: ['wire'] },
);

import { wirePrefix } from '@xyxlx/contracts/wire';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** `/metrics` in Prometheus' text format: the process, and each route's times by status. */
export const metrics = fp(
  async (app) => {
    const register = new Registry();
    collectDefaultMetrics({ register });
    const duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [register],
    });

    app.addHook('onResponse', async (request, reply) => {
      // Routes, not addresses: what somebody typed must not become a label.
      const route = request.routeOptions.url ?? 'unknown';
      const labels = { method: request.method, route, status: String(reply.statusCode) };
      duration.observe(labels, reply.elapsedTime / 1000);
      request.log.info(
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          ...(lacksResourcestype(request) && { resourcestype: 'missing' }),
        },
        'answered',
      );
    });
    app.get('/metrics', async (_request, reply) => {
      reply.type(register.contentType);
      return register.metrics();
    });
  },
  { name: 'metrics' },
);

/** Every call says what kind of client makes it, but those that sign in; one that doesn't is served all the same. */
function lacksResourcestype({ headers, url }: FastifyRequest): boolean {
  return headers.resourcestype === undefined && url.startsWith(`${wirePrefix}/`) && !url.includes('login');
}

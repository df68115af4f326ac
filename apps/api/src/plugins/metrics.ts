import { createHash, timingSafeEqual } from 'node:crypto';
import { wirePrefix } from '@xyxlx/contracts/wire';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../core/deps.ts';
import { NotFound } from '../core/errors.ts';
import { withoutRedaction } from '../core/log.ts';
import { isLoopback } from '../platform/http/own-site.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** Monitoring requests them every few seconds: they would be most of the log. */
const notLogged = new Set(['/healthz', '/readyz', '/metrics']);

let begun: Registry | undefined;

/** Of the process, whatever services it has: what watches it is begun with the first, and can't be ended. */
function processMetrics(): Registry {
  if (begun) return begun;
  begun = new Registry();
  collectDefaultMetrics({ register: begun });
  return begun;
}

/** `/metrics` in Prometheus' text format, for who may see it: the process, and each route's times by status. */
export const metrics = fp<{ deps: Deps }>(
  async (app, { deps: { settings, log, database } }) => {
    const lines = withoutRedaction(log);
    const ofProcess = processMetrics();
    const register = new Registry();
    const duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [register],
    });
    new Gauge({
      name: 'database_connections',
      help: 'Connections for requests: at work, idle, and calls that wait for one',
      labelNames: ['state'],
      registers: [register],
      collect() {
        const { totalCount, idleCount, waitingCount } = database.pool;
        this.set({ state: 'busy' }, totalCount - idleCount);
        this.set({ state: 'idle' }, idleCount);
        this.set({ state: 'waiting' }, waitingCount);
      },
    });

    const { copy } = database;
    if (copy) {
      new Gauge({
        name: 'database_copy_lag_seconds',
        help: 'How far the copy that is read from is behind; NaN while it cannot be reached',
        registers: [register],
        collect() {
          this.set(copy.lag());
        },
      });
      new Gauge({
        name: 'database_copy_used',
        help: 'Whether reads go to the copy: 0 while it lags, rests or cannot be reached',
        registers: [register],
        collect() {
          this.set(Number(copy.isUsed()));
        },
      });
    }

    app.addHook('onResponse', async (request, reply) => {
      // Routes, not addresses: what somebody typed must not become a label.
      const route = request.routeOptions.url ?? 'unknown';
      const labels = { method: request.method, route, status: String(reply.statusCode) };
      duration.observe(labels, reply.elapsedTime / 1000);
      if (notLogged.has(route)) return;
      lines.info(
        {
          reqId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          ...(lacksResourcestype(request) && { resourcestype: 'missing' }),
        },
        'answered',
      );
    });
    app.get('/metrics', async (request, reply) => {
      if (!maySeeMetrics(request, settings)) throw new NotFound();
      reply.type(register.contentType);
      return Registry.merge([ofProcess, register]).metrics();
    });
  },
  { name: 'metrics' },
);

/** This machine, unless a proxy may stand between it and the client, and everybody with the token. */
function maySeeMetrics({ headers, socket }: FastifyRequest, { metricsToken, trustProxy }: Settings): boolean {
  if (metricsToken && isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)) return true;
  const throughProxy = trustProxy !== false || 'x-forwarded-for' in headers || 'forwarded' in headers;
  return !throughProxy && isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}

/** In a time that tells nothing about the secret. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/** Every call says what kind of client makes it, but those that sign in; one that doesn't is served all the same. */
function lacksResourcestype({ headers, url }: FastifyRequest): boolean {
  return headers.resourcestype === undefined && url.startsWith(`${wirePrefix}/`) && !url.includes('login');
}

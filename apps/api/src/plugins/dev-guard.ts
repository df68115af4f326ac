import { wirePrefix } from '@xyxlx/contracts/wire';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { MisdirectedRequest, OtherSite } from '../core/errors.ts';
import { isLoopback, isOwnPage } from '../platform/http/own-site.ts';

/** Requested by address, by monitoring. */
const forOperators = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Where developer endpoints are open, a page of another site must not use them through somebody's browser: neither by a
 * request across sites, nor by a name of its own that it lets point at this machine.
 */
export const devGuard = fp<{ hosts: readonly string[] }>(
  async (app, { hosts }) => {
    const isOurs = (host: string) => {
      const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
      return isLoopback(name) || hosts.includes(name);
    };
    app.addHook('onRequest', async (request) => {
      if (forOperators.has(request.routeOptions.url ?? '')) return;
      if (!hostsOf(request).every(isOurs)) throw new MisdirectedRequest();
      if (request.url.startsWith(`${wirePrefix}/dev/`) && !isOwnPage(request)) throw new OtherSite();
    });
  },
  { name: 'dev-guard', dependencies: ['wire'] },
);

/** As the browser named it, and as a proxy says that it did: a page may add the proxy's header itself. */
function hostsOf({ headers, host }: FastifyRequest): string[] {
  return [headers.host, host].filter((name) => name !== undefined && name !== '') as string[];
}

import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address that a request came from: of those that trusted proxies name, the last that is one, since what a client puts into the
 * header may be anything.
 */
export function clientAddress({ ip, ips = [ip] }: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  // A connection that is closed already has none.
  const address = ips.findLast((one) => isIP(one ?? '') > 0) ?? '';
  // As a server that listens on IPv6 too has an IPv4 address.
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

import type { FastifyRequest } from 'fastify';

/** Whether a host name or address means the machine itself. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}

/** A browser names the site of the page that asks; another program names none. */
export function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

/** Whether the page that asks is of this very site, or no page asks at all; another port of the same host is another site here. */
export function isOwnPage(request: FastifyRequest): boolean {
  const { 'sec-fetch-site': from = 'none' } = request.headers;
  return (from === 'same-origin' || from === 'none') && isOwnOrigin(request);
}

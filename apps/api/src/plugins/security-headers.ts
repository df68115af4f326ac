import type { IncomingMessage, ServerResponse } from 'node:http';
import fp from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';
import type { Deps } from '../core/deps.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const policyName = 'Content-Security-Policy';

/** How often to read the registry again, in ms: a sub-application that was switched off is out of the policy by then. */
const interval = 30_000;

/** Stands for the site's host in the headers that are made once; a policy with it allows nothing more. */
const ownHost = 'own-host.invalid';

/** What of them a part of a page carries: the page's own policy governs it. A worker has one of its own. */
const ofParts = ['X-Content-Type-Options', 'Cross-Origin-Resource-Policy'];
const isPart = (url: string) => /^\/(sub\/board\/)?assets\/(?!.*worker)/.test(url);

/** Helmet's headers on every answer; but for the site's host they are the same for all, so they are made once, and again when the registry of sub-applications has changed. */
export const securityHeaders = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    const make = (others: readonly string[]) =>
      headersOf({
        contentSecurityPolicy: contentSecurityPolicy(ownHost, others),
        hsts: false,
      });
    let headers = make([]);
    const partHeaders = Object.fromEntries(ofParts.map((name) => [name, headers[name]]));
    let timer: NodeJS.Timeout | undefined;
    const follow = async () => {
      headers = make(await embeddedOrigins(deps.database));
    };
    app.addHook('onReady', async () => {
      await follow();
      timer = setInterval(() => {
        follow().catch((error: unknown) => {
          deps.log.warn(
            { err: error },
            'the registry of sub-applications could not be read, the old list stands',
          );
        });
      }, interval);
    });
    app.addHook('onClose', async () => clearInterval(timer));
    app.addHook('onRequest', async (request, reply) => {
      const said = isPart(request.url) ? partHeaders : headers;
      reply.headers(request.protocol === 'https' ? { ...said, ...transportSecurity } : said);
      if (said === partHeaders) return;
      // What else a client may call a host must not end the directive it stands in.
      if (!/^[\w.:[\]-]+$/.test(request.host)) return;
      reply.header(policyName, headers[policyName]?.replaceAll(ownHost, request.host));
    });
  },
  { name: 'security-headers' },
);

/** Only where the browser came encrypted, directly or to a trusted proxy: elsewhere it must not be said. */
const transportSecurity = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/** The other sites that the registry lets the console embed. */
async function embeddedOrigins({ prisma }: Deps['database']): Promise<string[]> {
  const rows = await prisma.subApp.findMany({
    where: { enabled: true, address: { startsWith: 'https://' } },
    select: { address: true },
  });
  const addresses = rows.map(({ address }) => address).filter((address) => URL.canParse(address));
  // A URL's origin has no character that could end the directive.
  return [...new Set(addresses.map((address) => new URL(address).origin))].sort();
}

/** What helmet would set on an answer. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  return headers;
}

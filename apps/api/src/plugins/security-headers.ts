import type { IncomingMessage, ServerResponse } from 'node:http';
import fp from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';

/** The console's policy: own scripts only, no eval, framed by nobody else. */
export const contentSecurityPolicy: HelmetOptions['contentSecurityPolicy'] = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    // The one inline script of wujie, which runs the next script of a sub-application in its frame.
    scriptSrc: ["'self'", "'sha256-O07aHKlkKNAnACWZgEKkf/wej3R1E77aI89qDnV0vXk='"],
    // antd writes its styles into the page.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", 'ws:', 'wss:'],
    workerSrc: ["'self'", 'blob:'],
    frameSrc: ["'self'", 'blob:'],
    frameAncestors: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
  },
};

/** Helmet's headers on every answer; they are the same for all, so they are made once. */
export const securityHeaders = fp<Pick<HelmetOptions, 'hsts'>>(
  async (app, { hsts }) => {
    const headers = headersOf({ contentSecurityPolicy, hsts });
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers);
    });
  },
  { name: 'security-headers' },
);

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

import type { FastifyHelmetOptions } from '@fastify/helmet';

/** The console's policy: own scripts only, no eval, framed by nobody else. */
export const contentSecurityPolicy: FastifyHelmetOptions['contentSecurityPolicy'] = {
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

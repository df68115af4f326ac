import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import fp from 'fastify-plugin';

/** The built console; absent where a reverse proxy serves it. */
const root = fileURLToPath(new URL('../../../console/dist', import.meta.url));

/** Serves the console: hashed files for a year, the page itself always fresh and for every address of its own. */
export const consoleFiles = fp(
  async (app) => {
    if (!existsSync(root)) return;
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/*', (request, reply) => {
      const path = request.url.split('?', 1)[0] as string;
      const isPage = !path.startsWith('/xyxlx/') && !path.startsWith('/assets/');
      return isPage ? reply.sendFile('index.html') : reply.callNotFound();
    });
  },
  { name: 'console-files' },
);

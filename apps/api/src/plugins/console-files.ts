import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import fp from 'fastify-plugin';
import type { Deps } from '../core/deps.ts';
import { NotFound } from '../core/errors.ts';

const built = (app: string) => fileURLToPath(new URL(`../../../${app}/dist`, import.meta.url));

/** The built pages; absent where a reverse proxy serves them. */
const consoleRoot = built('console');
const boardRoot = built('board');

/** Hashed files for a year, pages always fresh. */
const files: Omit<FastifyStaticOptions, 'root'> = {
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, path) => {
    const hashed = path.includes('/assets/');
    reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  },
};

/** Serves the console, for every address of its own, and the sub-application it embeds. */
export const consoleFiles = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    // The console has the developer panel with any settings.
    if (!deps.settings.devTools) {
      app.get('/dev', () => {
        throw new NotFound();
      });
    }
    if (existsSync(boardRoot)) {
      await app.register(fastifyStatic, {
        ...files,
        root: boardRoot,
        prefix: '/sub/board/',
        decorateReply: false,
      });
    }
    if (!existsSync(consoleRoot)) return;
    await app.register(fastifyStatic, { ...files, root: consoleRoot, wildcard: false, index: false });
    app.get('/*', (request, reply) => {
      const path = request.url.split('?', 1)[0] as string;
      const isPage = !/^\/xyxlx(\/|$)/.test(path) && !path.startsWith('/assets/');
      if (!isPage) return reply.callNotFound();
      // An unknown address shows the page that says so; for a file (`/.env`, `/backup.zip`) the status tells.
      if (/\.[^/]*$/.test(path)) reply.code(404);
      // Never "not modified": browsers would keep the policy that came with the copy they have.
      return reply.sendFile('index.html', { etag: false, lastModified: false });
    });
  },
  { name: 'console-files' },
);

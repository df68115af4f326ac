import fp from 'fastify-plugin';
import type { Deps } from '../core/deps.ts';
import { openApi } from '../wire/reference/open-api.ts';
import { permissionsPage, referencePage } from '../wire/reference/page.ts';

/** `/openapi.json` and `/docs`: the reference, made from the contracts when somebody first asks. */
export const reference = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    const { devTools } = deps.settings;
    const pages: Record<string, { type: string; make: () => string }> = {
      '/openapi.json': {
        type: 'application/json; charset=utf-8',
        make: () => JSON.stringify(openApi(devTools)),
      },
      '/docs': { type: 'text/html; charset=utf-8', make: () => referencePage(devTools) },
      '/docs/permissions': { type: 'text/html; charset=utf-8', make: () => permissionsPage(devTools) },
    };
    for (const [url, { type, make }] of Object.entries(pages)) {
      let made: string | undefined;
      app.get(url, async (_request, reply) => {
        made ??= make();
        return reply.type(type).header('Cache-Control', 'no-cache').send(made);
      });
    }
  },
  { name: 'reference' },
);

import fp from 'fastify-plugin';
import type { Deps } from '../../core/deps.ts';
import type { Database } from '../db/database.ts';
import { sendPicture } from './send-picture.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Pictures {
  /** Of the plugin. */
  name: string;
  /** Where they are served, `<tenant>/<id>.webp` below it. */
  path: string;
  find: (
    prisma: Database['prisma'],
    key: { tenantId: string; id: string },
  ) => Promise<{ data: Uint8Array } | null>;
}

/** A plugin that serves a kind of picture by addresses that name their tenants: whoever looks at a public page has no session. */
export function servePictures({ name, path, find }: Pictures) {
  return fp<{ deps: Deps }>(
    async (app, { deps }) => {
      app.get<{ Params: { tenantId: string; id: string } }>(
        `${path}/:tenantId/:id.webp`,
        async (request, reply) => {
          const { tenantId, id } = request.params;
          if (!uuid.test(tenantId) || !uuid.test(id)) return reply.callNotFound();
          const picture = await find(deps.database.prisma, { tenantId, id });
          return picture ? sendPicture(reply, picture.data) : reply.callNotFound();
        },
      );
    },
    { name, dependencies: ['wire'] },
  );
}

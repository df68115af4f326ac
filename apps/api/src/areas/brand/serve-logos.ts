import fp from 'fastify-plugin';
import type { Deps } from '../../core/deps.ts';
import { sendPicture } from '../../platform/images/send-picture.ts';
import { logoPath } from './logo-path.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Serves logos by their addresses, which name their tenants: whoever looks at a public page has no session. */
export const serveLogos = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    app.get<{ Params: { tenantId: string; id: string } }>(
      `${logoPath}/:tenantId/:id.webp`,
      async (request, reply) => {
        const { tenantId, id } = request.params;
        if (!uuid.test(tenantId) || !uuid.test(id)) return reply.callNotFound();
        const logo = await deps.database.prisma.brandLogo.findUnique({
          where: { tenantId_id: { tenantId, id } },
        });
        return logo ? sendPicture(reply, logo.data) : reply.callNotFound();
      },
    );
  },
  { name: 'brand-logos', dependencies: ['wire'] },
);

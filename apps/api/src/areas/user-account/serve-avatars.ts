import fp from 'fastify-plugin';
import type { Deps } from '../../core/deps.ts';
import { avatarPath } from './avatar.ts';

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** Serves portraits by their unguessable addresses; a picture never changes under its address, so browsers keep it. */
export const serveAvatars = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    app.get<{ Params: { file: string } }>(`${avatarPath}/:file`, async (request, reply) => {
      const id = fileName.exec(request.params.file)?.[1];
      const avatar = id && (await deps.database.prisma.avatar.findUnique({ where: { id } }));
      if (!avatar) return reply.callNotFound();
      return reply
        .type('image/webp')
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('X-Content-Type-Options', 'nosniff')
        .header('Content-Security-Policy', "default-src 'none'")
        .send(Buffer.from(avatar.data));
    });
  },
  { name: 'avatars', dependencies: ['wire'] },
);

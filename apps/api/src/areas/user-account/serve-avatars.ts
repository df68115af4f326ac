import fp from 'fastify-plugin';
import type { Deps } from '../../core/deps.ts';
import { sendPicture } from '../../platform/images/send-picture.ts';
import { avatarPath } from './avatar.ts';

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** Serves portraits by their addresses. */
export const serveAvatars = fp<{ deps: Deps }>(
  async (app, { deps }) => {
    app.get<{ Params: { file: string } }>(`${avatarPath}/:file`, async (request, reply) => {
      const id = fileName.exec(request.params.file)?.[1];
      const avatar = id && (await deps.database.prisma.avatar.findUnique({ where: { id } }));
      return avatar ? sendPicture(reply, avatar.data) : reply.callNotFound();
    });
  },
  { name: 'avatars', dependencies: ['wire'] },
);

import type { FastifyReply } from 'fastify';
import type { OutgoingFile } from './implement.ts';

/** Answers with a file: a stream that breaks breaks the connection, so that a short file never looks whole. */
export function sendFile(reply: FastifyReply, { fileName, mediaType, body }: OutgoingFile): FastifyReply {
  return reply
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .header('Access-Control-Expose-Headers', 'Content-Disposition')
    .type(mediaType)
    .send(body);
}

import type { FastifyReply } from 'fastify';

/** Sends a picture from its own, unguessable address: it never changes there, so browsers keep it. */
export function sendPicture(reply: FastifyReply, data: Uint8Array): FastifyReply {
  return reply
    .type('image/webp')
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', "default-src 'none'")
    .send(Buffer.from(data));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { TooLarge, UnsupportedMedia } from '../core/errors.ts';
import type { IncomingFile } from '../platform/http/files.ts';
import { withSpooled } from '../platform/http/spool.ts';
import { sizeText } from './body-limit.ts';
import { readForm } from './read-form.ts';

const mebibyte = 1024 * 1024;

/** The largest file of an endpoint that names no limit of its own. */
const defaultMaxFileBytes = 20 * mebibyte;

/** Takes a multipart request in, its fields in any order, and hands all of it to `use`; nothing of it is left afterwards. */
export async function withUpload<T>(
  request: FastifyRequest,
  maxFileBytes = defaultMaxFileBytes,
  use: (fields: Record<string, unknown>, file: IncomingFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new UnsupportedMedia('multipart/form-data');
  const { name, mediaType, file, fields } = await readForm(request);
  return withSpooled(atMost(maxFileBytes, file), async (spooled) =>
    use(await fields(), {
      // It never becomes a path, but it is kept and shown.
      fileName: name.replace(/\p{Cc}/gu, ''),
      mediaType,
      ...spooled,
    }),
  );
}

async function* atMost(maxBytes: number, file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new TooLarge(sizeText(maxBytes));
    }
    yield chunk;
  }
}

/** So much of a refused body is still read, so that a client which sends a little too much gets its answer; in bytes and ms. */
const tail = { bytes: mebibyte / 2, wait: 1000 };

/** Reads no more than a little of a body that nobody wants; where more is on its way, the answer says that the connection closes after it. */
export function stopReceiving({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  // The form's parser takes nothing more, and would hold up the rest for ever.
  raw.unpipe();
  const { socket } = raw;
  const left = Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (left > tail.bytes) {
    reply.header('Connection', 'close');
    // Closed at once, what is still on its way would be answered with a reset, and that undoes the answer: only our side ends.
    socket.destroySoon = () => {
      socket.end();
      setTimeout(() => socket.destroy(), tail.wait).unref();
    };
  }
  let more = 0;
  raw.on('data', (chunk: Buffer) => {
    more += chunk.length;
    if (more <= tail.bytes) return;
    raw.pause();
    setTimeout(() => socket.destroy(), tail.wait).unref();
  });
  raw.resume();
}

import type { FastifyReply } from 'fastify';
import type { OutgoingFile } from '../platform/http/files.ts';

/**
 * Answers with a file: a stream that breaks breaks the connection, so that a short file never looks whole. A reader that takes
 * nothing for `idle` ms loses it, as the file keeps what others wait for; and so does a file of which nothing comes for twice as long.
 */
export function sendFile(
  reply: FastifyReply,
  { fileName, mediaType, body }: OutgoingFile,
  idle: number,
): FastifyReply {
  const { raw } = reply;
  let sent = -1;
  raw.setTimeout(idle, () => {
    const { bytesWritten = 0 } = raw.socket ?? {};
    if (raw.writableLength > 0 || bytesWritten === sent) return raw.destroy();
    // Where nothing waits to be read it is the file that is slow: it gets the same time once more. The timer runs once.
    sent = bytesWritten;
    raw.setTimeout(idle);
  });
  return reply
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .header('Access-Control-Expose-Headers', 'Content-Disposition')
    .type(mediaType)
    .send(body);
}

/** Whether a download answers its file, and not the job that will make it. */
export function isFile(answer: unknown): answer is OutgoingFile {
  return typeof answer === 'object' && answer !== null && 'body' in answer;
}

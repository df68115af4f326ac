import type { FastifyBaseLogger, FastifyError } from 'fastify';
import { InvalidInput, TooLarge, Unavailable, UnsupportedMedia, WireFailure } from './errors.ts';

/** Turns whatever was thrown into a failure of the wire, or null for a bug. */
export function translate(error: unknown, log: FastifyBaseLogger): WireFailure | null {
  if (error instanceof WireFailure) return error;
  const { code } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new TooLarge('1 MiB');
    case 'FST_REQ_FILE_TOO_LARGE':
      return new TooLarge('20 MiB');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new UnsupportedMedia('application/json');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalidJson();
    default:
  }
  if (error instanceof SyntaxError) return invalidJson();
  if (isOverload(error)) {
    log.warn({ err: error }, 'no database connection came free in time');
    return new Unavailable();
  }
  return null;
}

function invalidJson(): InvalidInput {
  return new InvalidInput([], { zh: '请求体不是有效的 JSON', en: 'The request body is not valid JSON' });
}

/** No connection came free in time, in the words of the pool and of Prisma's transactions. */
function isOverload(error: unknown): boolean {
  const { message = '', code } = error as { message?: string; code?: string };
  return code === 'P2028' || code === 'P2024' || message.includes('timeout exceeded when trying to connect');
}

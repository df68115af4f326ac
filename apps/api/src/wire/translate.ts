import type { FastifyBaseLogger, FastifyError } from 'fastify';
import {
  InvalidInput,
  NotFound,
  TooLarge,
  Unavailable,
  UnsupportedMedia,
  WireFailure,
} from '../core/errors.ts';
import { isDatabaseUnavailable } from '../platform/db/database-unavailable.ts';
import { bodyLimits, sizeText } from './body-limit.ts';

/** Turns what was thrown into a failure of the wire, or null for a bug; `bodyLimit` is what the request's body was held to, in bytes. */
export function translate(
  error: unknown,
  log: FastifyBaseLogger,
  bodyLimit: number = bodyLimits.session,
): WireFailure | null {
  if (error instanceof WireFailure) return error;
  const { code, message } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new TooLarge(sizeText(bodyLimit));
    case 'FST_STATIC_FORBIDDEN_PATH':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new NotFound();
    case 'FST_ERR_BAD_URL':
      return new InvalidInput([], { zh: '请求地址无效', en: 'The address is not valid' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new UnsupportedMedia('application/json');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalidJson();
    case 'ECONNRESET':
      // From reading the request's body: the client is gone. A connection to the database breaks with other words.
      if (message === 'aborted') return invalidJson();
      break;
    default:
  }
  if (isDatabaseUnavailable(error)) {
    log.warn({ err: error }, 'the database was not there, or not in time');
    return new Unavailable();
  }
  return null;
}

/** The body is no JSON. */
export function invalidJson(): InvalidInput {
  return new InvalidInput([], { zh: '请求体不是有效的 JSON', en: 'The request body is not valid JSON' });
}

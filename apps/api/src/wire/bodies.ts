import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidInput, UnsupportedMedia } from './errors.ts';
import { invalidJson } from './translate.ts';

/**
 * Takes the place of the stock parsers: they answer 400 to an empty body that calls itself JSON, which refreshToken sends, and
 * 415 to one that calls itself something else, which clients send too; and they turn what is no UTF-8 into question marks.
 */
export function parseBodies(app: FastifyInstance): void {
  // `validate` finds a poisoned prototype in whatever way the input came, and names it.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, finish) => {
    if (body.length === 0) return finish(null, {});
    if (!isUtf8(body as Buffer)) return finish(invalidJson());
    const text = body.toString();
    const name = exponentIn(text);
    if (name === null) return parse(request, text, finish);
    finish(new InvalidInput([{ path: name, message: noExponent }]));
  });
  app.addContentTypeParser('*', (request, body, finish) => {
    if (isEmpty(request)) finish(null, {});
    else untilFirstByte(body, (empty) => finish(empty ? null : new UnsupportedMedia('application/json'), {}));
  });
}

/** Whether a body was announced as empty, whatever its media type. */
export function isEmpty(request: FastifyRequest): boolean {
  return request.headers['content-length'] === '0';
}

/** Whether the body is announced as a form without files. */
export function isUrlEncoded(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
}

/** Of a body in chunks only its end tells that it was empty. */
function untilFirstByte(body: IncomingMessage, tell: (empty: boolean) => void): void {
  const onData = () => settle(false);
  const onEnd = () => settle(true);
  const settle = (empty: boolean) => {
    body.off('data', onData).off('end', onEnd);
    tell(empty);
  };
  body.on('data', onData).on('end', onEnd);
}

const noExponent = { zh: '数字须逐位写出，不用指数', en: 'write the number in digits, without an exponent' };

/**
 * The field of a whole number that is written with an exponent, or null: an amount is written in digits, and once parsed 1e3
 * can't be told from 1000.
 */
function exponentIn(text: string): string | null {
  if (!/\d[eE][+-]?\d/.test(text)) return null;
  let found: string | null = null;
  const look = (name: string, value: unknown, { source }: { source?: string }) => {
    if (Number.isInteger(value) && source && /e/i.test(source)) found ??= name;
    return value;
  };
  try {
    JSON.parse(text, look as (name: string, value: unknown) => unknown);
  } catch {
    // Said where it is parsed.
  }
  return found;
}

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidInput, UnsupportedMedia } from '../core/errors.ts';
import { invalidJson } from './translate.ts';

/**
 * Takes the place of the stock parsers: they answer 400 to an empty body that calls itself JSON, which refreshToken sends, and
 * 415 to one that calls itself something else, which clients send too; and they turn what is no UTF-8 into question marks.
 */
export function parseBodies(app: FastifyInstance): void {
  // `validate` finds a poisoned prototype however the input came, and names it.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, finish) => {
    if (body.length === 0) return finish(null, {});
    if (!isUtf8(body as Buffer)) return finish(invalidJson());
    const text = body.toString();
    parse(request, text, (error, value) => {
      const name = error ? null : exponentIn(text);
      if (name === null) finish(error, value);
      else finish(new InvalidInput([{ path: name, message: noExponent }]));
    });
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

/** Every text of a JSON, with the colon where it names a field, and every number with an exponent. */
const textsAndExponents = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*(:?)|(?<![\d.])\d+(?:\.\d+)?[eE][+-]?\d+/g;

/**
 * The field of a whole number that is written with an exponent, or null: an amount is written in digits, and once parsed 1e3
 * can't be told from 1000. Of valid JSON alone: there every text ends, so one pass is linear; a reviver takes twenty times as long.
 */
function exponentIn(json: string): string | null {
  if (!/\d[eE][+-]?\d/.test(json)) return null;
  let field = '';
  for (const [token, name, colon] of json.matchAll(textsAndExponents)) {
    if (name === undefined && Number.isInteger(Number(token))) return field;
    if (name !== undefined && colon) field = name;
  }
  return null;
}

import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UnsupportedMedia } from './errors.ts';
import { invalidJson } from './translate.ts';

/**
 * Takes the place of the stock parsers: they answer 400 to an empty body that calls itself JSON, which refreshToken sends, and
 * 415 to one that calls itself something else, which clients send too; and they turn what is no UTF-8 into question marks.
 */
export function parseBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, finish) => {
    if (body.length === 0) finish(null, {});
    else if (isUtf8(body as Buffer)) parse(request, body.toString(), finish);
    else finish(invalidJson());
  });
  app.addContentTypeParser('*', (request, _body, finish) => {
    if (isEmpty(request)) finish(null, {});
    else finish(new UnsupportedMedia('application/json'));
  });
}

/** Whether a body was announced as empty, whatever its media type. */
export function isEmpty(request: FastifyRequest): boolean {
  return request.headers['content-length'] === '0';
}

import { codes } from '@xyxlx/contracts/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../core/language.ts';
import { failed, fault } from './envelope.ts';
import { translate } from './translate.ts';
import { stopReceiving } from './upload.ts';

/** Answers anything that was thrown, in the envelope; also before a route was found, so it asks nothing of the request but its headers. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  stopReceiving(request, reply);
  reply.header('X-Request-Id', request.id);
  // A file that broke before its first byte has said what it would be.
  reply.type('application/json; charset=utf-8').removeHeader('Content-Disposition');
  reply.raw.removeHeader('Content-Disposition');
  const failure = translate(error, request.log, request.routeOptions.bodyLimit);
  const language = languageOf(request.headers['accept-language']);
  if (!failure) {
    // Work that breaks off because the client went away is no bug.
    if (reply.raw.destroyed) request.log.info({ err: error }, 'nobody waits for the answer any more');
    else request.log.error({ err: error }, 'unexpected failure');
    reply.code(codes.fault).send(fault(codes.fault, request.id, language));
    return;
  }
  if (failure.retryAfterSeconds) reply.header('Retry-After', failure.retryAfterSeconds);
  const body =
    failure.httpStatus >= 500 ? fault(failure.httpStatus, request.id, language) : failed(failure, language);
  reply.code(failure.httpStatus).send(body);
}

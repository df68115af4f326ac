import type { Readable } from 'node:stream';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import { businessTimeHeader, wirePrefix } from '@xyxlx/contracts/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Call, RequestInfo } from '../core/call.ts';
import type { Deps } from '../core/deps.ts';
import { MethodNotAllowed, NotFound, TooLarge, UnsupportedMedia } from '../core/errors.ts';
import { languageOf } from '../core/language.ts';
import { operationAt } from '../core/operation.ts';
import { permit } from '../core/permit.ts';
import type { Session } from '../core/session.ts';
import type { SigningChannel } from '../core/signing-channel.ts';
import type { IncomingFile } from '../platform/http/files.ts';
import { keyOwner } from '../platform/idempotency/stored-answers.ts';
import { JsonText } from '../platform/lists/json-text.ts';
import { inForeground } from '../platform/load/background-throttle.ts';
import { answerError } from './answer-error.ts';
import { isEmpty, isUrlEncoded, parseBodies } from './bodies.ts';
import { bodyLimitOf, sizeText } from './body-limit.ts';
import { clientAddress } from './client-address.ts';
import { done, doneText } from './envelope.ts';
import { isFile, sendFile } from './file-answer.ts';
import { type AnswerUnderKey, idempotencyKeyOf, inputHash, makeIdempotency } from './idempotency.ts';
import type { AnyHandler, Router } from './implement.ts';
import { logRefusal, logRefusedRows } from './log-attempts.ts';
import { makeLogCheck } from './log-check.ts';
import { textInputReader } from './query-input.ts';
import { type Described, describedEndpoints } from './reference/endpoints.ts';
import { readSigned } from './signed.ts';
import { makeTextCheck } from './text-check.ts';
import { withUpload } from './upload.ts';
import { validate } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    info: RequestInfo;
    caller: Session | SigningChannel | undefined;
  }
}

const jsonType = 'application/json; charset=utf-8';

interface WireOptions {
  deps: Deps;
  router: Router;
}

/** Puts one real route behind every endpoint of the contract: session check, input check, handler, envelope. */
export const wire = fp<WireOptions>(
  async (app, { deps, router }) => {
    app.decorateRequest('info');
    app.decorateRequest('caller');
    parseBodies(app);
    app.addHook('onRequest', async (request, reply) => {
      request.info = infoOf(request);
      reply.header('X-Request-Id', request.id);
    });

    const answerUnderKey = makeIdempotency(deps);
    for (const line of describedEndpoints(deps.settings.devTools)) {
      const handlers = router[line.area as keyof Router] as unknown as Record<string, AnyHandler>;
      addRoute(app, deps, line, handlers[line.action] as AnyHandler, answerUnderKey);
    }

    app.setErrorHandler(answerError);
    app.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?', 1)[0] as string;
      const allowed = (['GET', 'POST'] as const).filter((method) => app.hasRoute({ method, url: path }));
      if (allowed.length > 0) reply.header('Allow', allowed.join(', '));
      answerError(allowed.length > 0 ? new MethodNotAllowed() : new NotFound(), request, reply);
    });
  },
  { name: 'wire' },
);

function addRoute(
  app: FastifyInstance,
  deps: Deps,
  line: Described,
  handle: AnyHandler,
  answerUnderKey: AnswerUnderKey,
): void {
  const { area, action, path: endpoint, definition } = line;
  const operation = operationAt(area, action, definition);
  const readText = textInputReader(definition.input);
  const bodyLimit = bodyLimitOf(definition);
  // The output schema is the presenter: a row with anything undeclared is a bug, not an answer.
  const present = (result: unknown) => done(definition.output.parse(result));
  const checkText = makeTextCheck(definition, deps);
  const checkRecord = makeLogCheck(definition, endpoint, deps);

  /** The handler; what it refuses is written to the operation log. */
  const handler: AnyHandler = async (call, file) => {
    const tried = { ...line, session: call.session, request: call.request, input: call.input };
    try {
      // A file that comes in is long work itself, which gives way to others.
      const result = await (file ? handle(call, file) : inForeground(() => handle(call)));
      await logRefusedRows(deps, call.log, tried, result);
      checkRecord(call.request);
      return result;
    } catch (error) {
      await logRefusal(deps, call.log, tried, error);
      throw error;
    }
  };

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (definition.kind !== 'upload') return answer(request, reply, rawInput(request, definition, readText));
    return withUpload(request, definition.maxFileBytes, (fields, file) =>
      answer(request, reply, readText(fields), file),
    );
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    raw: unknown,
    file?: IncomingFile,
  ): Promise<unknown> {
    const { info, caller } = request;
    const call: Call = {
      input: validate(definition.input, raw),
      session: caller,
      request: info,
      operation,
      deps,
      now: deps.clock.businessNow(),
      log: request.log,
    };
    if (definition.kind === 'download') {
      const result = await handler(call);
      return isFile(result) ? sendFile(reply, result, deps.settings.downloadIdle) : present(result);
    }
    const key = definition.idempotent && idempotencyKeyOf(request.headers['idempotency-key']);
    if (!key) {
      const result = await handler(call, file);
      if (!(result instanceof JsonText)) return present(result);
      checkText(result);
      // As bytes: of a text they would be counted first and made afterwards.
      return reply.type(jsonType).send(Buffer.from(doneText(result.text)));
    }
    const body = await answerUnderKey({
      scope: { ...keyOwner(caller), endpoint, key },
      language: info.language,
      requestHash: inputHash(call.input, file?.sha256),
      bodyOf: (value) => {
        const { success, data } = definition.output.safeParse(value);
        return success ? JSON.stringify(done(data)) : null;
      },
      handle: async () => JSON.stringify(present(await handler(call, file))),
    });
    return reply.type(jsonType).send(body);
  }

  app.route({
    url: `${wirePrefix}/${endpoint}`,
    method: definition.kind === 'query' || definition.kind === 'download' ? ['GET', 'POST'] : 'POST',
    exposeHeadRoute: false,
    ...(bodyLimit && { bodyLimit }),
    // Decided before the body is read, so that a replay after 402 is always safe.
    onRequest: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      reply.header(businessTimeHeader, deps.clock.businessNow().toISOString());
      // Of any media type: it is not read.
      if (definition.access === 'public' || definition.access === 'signed') refuseLonger(request, bodyLimit);
      const caller = await callerOf(deps, definition, request.info.token);
      request.caller = caller;
      try {
        if (caller) permit(caller, definition.permission);
      } catch (error) {
        await logRefusal(deps, request.log, { ...line, session: caller, request: request.info }, error);
        throw error;
      }
    },
    // After the body's bytes are there, and before anything of them is looked at.
    ...(definition.access === 'signed' && {
      preParsing: (request: FastifyRequest, _reply: FastifyReply, payload: Readable) =>
        readSigned(deps, request, payload),
    }),
    handler: receive,
  });
}

function refuseLonger({ headers }: FastifyRequest, bodyLimit = Number.POSITIVE_INFINITY): void {
  if (Number(headers['content-length'] ?? 0) > bodyLimit) throw new TooLarge(sizeText(bodyLimit));
}

async function callerOf(
  deps: Deps,
  definition: Endpoint,
  token: string | undefined,
): Promise<Session | undefined> {
  if (definition.access === 'public' || definition.access === 'signed') return undefined;
  if (definition.access === 'refreshable') return deps.sessions.authenticateRefreshable(token);
  return deps.sessions.authenticate(token);
}

function rawInput(
  request: FastifyRequest,
  { kind }: Endpoint,
  readText: (fields: Record<string, unknown>) => unknown,
): unknown {
  if (request.method === 'GET') return readText(request.query as Record<string, unknown>);
  if (request.isMultipart() && !isEmpty(request)) throw new UnsupportedMedia('application/json');
  if (!isUrlEncoded(request)) return request.body === undefined ? {} : request.body;
  const fields = (request.body ?? {}) as Record<string, unknown>;
  if (kind !== 'download' && Object.keys(fields).length > 0) throw new UnsupportedMedia('application/json');
  return readText(fields);
}

function infoOf(request: FastifyRequest): RequestInfo {
  const { authorization } = request.headers;
  return {
    id: request.id,
    ip: clientAddress(request),
    device: (request.headers['user-agent'] ?? '').slice(0, 300),
    language: languageOf(request.headers['accept-language']),
    token: authorization?.replace(/^Bearer\s+/i, '').trim() || undefined,
    startedAt: performance.now(),
  };
}

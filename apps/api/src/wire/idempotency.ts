import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../core/deps.ts';
import { InvalidInput, Refusal, Unavailable } from '../core/errors.ts';
import type { Language } from '../core/language.ts';
import { sqlStateOf } from '../platform/db/sql-state.ts';
import { type KeyInUse, underKey } from '../platform/idempotency/key-in-use.ts';
import {
  claimKey,
  findAnswer,
  type KeyScope,
  keepAnswer,
  putAnswer,
  replaceAnswer,
  type StoredAnswer,
} from '../platform/idempotency/stored-answers.ts';
import { failed } from './envelope.ts';

/** How long the same key waits for the request that is being handled under it. */
const keyWaitMs = 2000;

/** Another request has committed under this key while this one was on its way; nothing was tried, so nothing of it is logged. */
class KeyTaken extends Unavailable {}

/** Another replica has the key locked for longer than a request waits. */
class KeyHeld extends Unavailable {}

/** One request under its key. */
interface KeyedRequest {
  scope: KeyScope;
  language: Language;
  /** What the request asks for, its file included. */
  requestHash: string;
  /** The body to send when the handler's transaction returned `value`, or null when that is not the answer. */
  bodyOf: (value: unknown) => string | null;
  /** Calls the handler; the body to send. */
  handle: () => Promise<string>;
}

/** Answers a request under its key: the body of the first answer, made now or replayed. */
export type AnswerUnderKey = (request: KeyedRequest) => Promise<string>;

/** Makes the one that answers; see docs/decisions/0004-idempotency.md. */
export function makeIdempotency(deps: Deps): AnswerUnderKey {
  /** The requests this process is handling, by key: a double click waits here and costs no database connection. */
  const inFlight = new Map<string, Promise<void>>();

  return async (request) => {
    const name = JSON.stringify(request.scope);
    const until = performance.now() + keyWaitMs;
    for (let other = inFlight.get(name); other; other = inFlight.get(name)) {
      const left = Math.max(0, until - performance.now());
      const ended = await Promise.race([other.then(() => true), wait(left, false, { ref: false })]);
      if (!ended) throw inProgress();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    inFlight.set(name, promise);
    try {
      const stored = await findAnswer(deps.database.pool, request.scope, deps.clock.now());
      return stored ? replay(request, stored) : await handleOnce(deps, request);
    } finally {
      inFlight.delete(name);
      resolve();
    }
  };
}

async function handleOnce(deps: Deps, request: KeyedRequest): Promise<string> {
  const { pool } = deps.database;
  const { scope, requestHash } = request;
  let kept: string | null = null;
  const key: KeyInUse = {
    committed: false,
    claim: async (tx) => {
      const claimed = await claimKey(tx, scope, requestHash, deps.clock.now()).catch((error: unknown) => {
        throw sqlStateOf(error) === '55P03' ? new KeyHeld() : error;
      });
      if (!claimed) throw new KeyTaken();
    },
    keep: async (tx, value) => {
      kept = request.bodyOf(value);
      if (kept !== null) await keepAnswer(tx, scope, requestHash, kept);
    },
  };
  const store = async (answer: string): Promise<string> => {
    const stored = { requestHash, answer };
    if (key.committed) {
      if (answer !== kept) await replaceAnswer(pool, scope, stored);
      return answer;
    }
    return (await putAnswer(pool, scope, stored, deps.clock.now())) ? answer : replayOther(deps, request);
  };
  try {
    return await store(await underKey(key, request.handle));
  } catch (error) {
    if (error instanceof KeyTaken) return await replayOther(deps, request);
    if (error instanceof KeyHeld) throw inProgress();
    if (!(error instanceof Refusal)) throw error;
    // A refusal changed nothing, but it is an answer: the same key gets it again.
    return await store(JSON.stringify(failed(error, request.language)));
  }
}

async function replayOther(deps: Deps, request: KeyedRequest): Promise<string> {
  const stored = await findAnswer(deps.database.pool, request.scope, deps.clock.now());
  if (!stored) throw inProgress();
  return replay(request, stored);
}

function replay(request: KeyedRequest, { requestHash, answer }: StoredAnswer): string {
  if (requestHash !== request.requestHash) throw otherRequest();
  if (answer === null) throw alreadyDone();
  return answer;
}

/** The key of a request, or undefined without one; throws 400 for a text that is no key. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header;
  const message = { zh: '须为 1 至 200 个可见的 ASCII 字符', en: '1–200 printable ASCII characters' };
  throw new InvalidInput([{ path: 'Idempotency-Key', message }]);
}

/** A hash of a request's input, whatever the order of its fields. */
export function inputHash(input: unknown, fileDigest = ''): string {
  return createHash('sha256')
    .update(JSON.stringify(input, sorted) ?? '')
    .update(fileDigest)
    .digest('hex');
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function inProgress(): Refusal {
  return new Refusal({ zh: '请求处理中，请稍候', en: 'The request is still being processed' });
}

function otherRequest(): Refusal {
  return new Refusal({
    zh: '幂等键已用于另一个请求',
    en: 'This idempotency key was used for another request',
  });
}

function alreadyDone(): Refusal {
  return new Refusal({
    zh: '该请求已处理，请刷新后查看结果',
    en: 'This request has been carried out, reload to see its result',
  });
}

import { setTimeout as wait } from 'node:timers/promises';
import { codes, wirePrefix } from '@xyxlx/contracts/wire';
import fp from 'fastify-plugin';
import type { Deps } from '../../core/deps.ts';
import { SignInAgain, TokenExpired, WireFailure } from '../../core/errors.ts';
import { answerError } from '../../wire/answer-error.ts';

interface Fault {
  code?: number | undefined;
  status?: number | undefined;
  times: number;
  delayMs: number;
}

/** The faults that are waiting for their calls, by `area/action`. */
export type Faults = Map<string, Fault>;

declare module '../../core/deps.ts' {
  interface Deps {
    faults: Faults;
  }
}

/** Answers the next calls of an endpoint with the fault that a developer injected, after its delay. */
export const faultInjection = fp<{ deps: Deps }>(
  async (app, { deps: { faults } }) => {
    app.addHook('onRequest', async (request, reply) => {
      const path = request.url.split('?', 1)[0]?.slice(wirePrefix.length + 1) ?? '';
      const fault = faults.get(path);
      if (!fault) return;
      if (--fault.times === 0) faults.delete(path);
      await wait(fault.delayMs);
      if (fault.code === undefined && fault.status === undefined) return;
      answerError(failureOf(fault), request, reply);
      return reply;
    });
  },
  { name: 'fault-injection', dependencies: ['wire'] },
);

/** The codes that travel in an answer of HTTP 200; the others repeat the status. */
const inBody: readonly number[] = [codes.expired, codes.signInAgain, codes.refused];

/** What a client gets is what the real failure would look like. */
function failureOf(injected: Fault): WireFailure {
  const code = injected.code ?? injected.status ?? codes.ok;
  const isStatus = code >= 400 && code < 600 && !inBody.includes(code);
  const status = injected.status ?? (isStatus ? code : 200);
  if (status === 200 && code === codes.expired) return new TokenExpired();
  if (status === 200 && code === codes.signInAgain) return new SignInAgain();
  const waits = code === codes.tooMany || code === codes.unavailable;
  return new WireFailure(
    status,
    code,
    { zh: '请求失败，请稍后重试', en: 'Request failed, please try again later' },
    waits ? { retryAfterSeconds: 1 } : {},
  );
}

import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from './caller.ts';
import type { Language } from './language.ts';
import type { Session } from './session.ts';
import type { SigningChannel } from './signing-channel.ts';

/** Where a request came from. */
export interface RequestInfo {
  id: string;
  ip: string;
  /** The user agent, cut to 300 characters. */
  device: string;
  language: Language;
  /** The token as it was presented, without `Bearer`. */
  token: string | undefined;
  /** `performance.now()` when it came in; absent for work in the background. */
  startedAt?: number;
}

/** What every handler is called with. */
export interface Call<Input = unknown, Who = Session | SigningChannel | undefined> extends Caller<Who> {
  input: Input;
  log: FastifyBaseLogger;
}

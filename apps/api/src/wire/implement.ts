import type { Readable } from 'node:stream';
import type { AppContract } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Deps } from '../core/deps.ts';
import type { Language } from '../core/language.ts';
import type { Session } from '../core/session.ts';
import type { Spooled } from '../platform/http/spool.ts';
import type { JsonText } from '../platform/lists/json-text.ts';

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
export interface Call<Input = unknown, Caller = Session | undefined> {
  input: Input;
  session: Caller;
  request: RequestInfo;
  deps: Deps;
  log: FastifyBaseLogger;
}

/** A file that came in, kept on disk while its request is handled. */
export interface IncomingFile extends Spooled {
  fileName: string;
  mediaType: string;
}

/** A file on its way out. */
export interface OutgoingFile {
  fileName: string;
  mediaType: string;
  body: Readable | Buffer;
}

type CallerOf<E> = E extends { access: 'public' } ? undefined : Session;

type Handler<E> =
  E extends Endpoint<infer K, infer I, infer O>
    ? K extends 'download'
      ? // A file, or what the contract says is answered where the file takes long.
        (call: Call<z.output<I>, CallerOf<E>>) => Promise<OutgoingFile | Exclude<z.input<O>, null>>
      : K extends 'upload'
        ? (call: Call<z.output<I>, CallerOf<E>>, file: IncomingFile) => Promise<z.input<O>>
        : (
            call: Call<z.output<I>, CallerOf<E>>,
          ) => Promise<z.input<O> | (K extends 'query' ? JsonText<z.input<O>> : never)>
    : never;

/** One handler an endpoint: a missing, extra or wrongly typed one does not compile. */
export type Handlers<A> = { [Action in keyof A]: Handler<A[Action]> };

/** The whole server: one set of handlers an area of the contract. */
export type Router = { [Area in keyof AppContract]: Handlers<AppContract[Area]> };

/** A handler as the wire calls it, after the contract has made sure that the types fit. */
export type AnyHandler = (call: Call, file?: IncomingFile) => Promise<unknown>;

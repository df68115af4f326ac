import type { AppContract } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import type { z } from 'zod';
import type { Call } from '../core/call.ts';
import type { Session } from '../core/session.ts';
import type { SigningChannel } from '../core/signing-channel.ts';
import type { IncomingFile, OutgoingFile } from '../platform/http/files.ts';
import type { JsonText } from '../platform/lists/json-text.ts';

type CallerOf<E> = E extends { access: 'public' }
  ? undefined
  : E extends { access: 'signed' }
    ? SigningChannel
    : Session;

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

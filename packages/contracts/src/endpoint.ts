import type {
  TRPCBuiltRouter,
  TRPCDefaultErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from '@trpc/server';
import type { z } from 'zod';
import type { WireErrorData } from './envelope.ts';
import type { Permission } from './permissions.ts';

/** A text in both languages of the product. */
export interface Label {
  zh: string;
  en: string;
}

/** `query` reads and also answers GET; `mutation` changes; `upload` takes multipart; `download` answers a file. */
export type Kind = 'query' | 'mutation' | 'upload' | 'download';

/**
 * `public`: no token; `session`: a live token; `refreshable`: a token that may have expired but whose session has not; `signed`: no
 * token, a channel's program signs the call with the callback secret of its binding.
 */
export type Access = 'public' | 'session' | 'refreshable' | 'signed';

/** One line of the contract: everything the server's route, the typed client, the reference and the tests derive from. */
export interface Endpoint<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  kind: K;
  access: A;
  /** The action a role must have; only with access `session`. */
  permission?: Permission;
  /** The kind of record under which the operation log has what it did; null: it concerns only the caller, so nothing is logged. */
  logs?: string | null;
  /** The action that the log has of it, where that is another's: of many records at once as of one. */
  loggedAs?: string;
  /** False: only what was refused is logged at once; what was done is by the job that it starts, or changed nothing. */
  logsDone?: boolean;
  summary: Label;
  input: I;
  /** The schema of `result`; a download has no envelope when it succeeds. */
  output: O;
  /** The largest file an upload takes; 20 MiB where nothing is said. */
  maxFileBytes?: number;
  /** Takes an `Idempotency-Key` header: the same key and body replays the first answer. */
  idempotent?: boolean;
}

export type AreaEndpoints = Record<string, Endpoint>;
export type Contract = Record<string, AreaEndpoints>;

/** What somebody signed in, or a channel, changes or takes out says under which kind of record it is logged. */
type SaysWhatItLogs<K extends Kind, A extends Access> = K extends 'query'
  ? unknown
  : A extends 'session' | 'signed'
    ? { logs: string | null }
    : unknown;

/** Declares one endpoint; an identity function that keeps the literal types. */
export function endpoint<
  const K extends Kind,
  I extends z.ZodType,
  O extends z.ZodType,
  const A extends Access,
>(definition: Endpoint<K, I, O, A> & SaysWhatItLogs<K, A>): Endpoint<K, I, O, A> {
  return definition;
}

type CallInput<I extends z.ZodType> =
  Record<string, never> extends z.input<I> ? z.input<I> | undefined : z.input<I>;

interface Definition<I extends z.ZodType, O extends z.ZodType> {
  input: CallInput<I>;
  output: z.output<O>;
  meta: unknown;
}

type ProcedureOf<E> =
  E extends Endpoint<infer K, infer I, infer O>
    ? K extends 'query'
      ? TRPCQueryProcedure<Definition<I, O>>
      : TRPCMutationProcedure<Definition<I, O>>
    : never;

type Called<A> = {
  [Action in keyof A as A[Action] extends Endpoint<'query' | 'mutation'> ? Action : never]: ProcedureOf<
    A[Action]
  >;
};

interface RootTypes {
  ctx: object;
  meta: object;
  errorShape: TRPCDefaultErrorShape & { data: { wire: WireErrorData } };
  transformer: false;
}

/** The tRPC router type computed from a contract; uploads and downloads are not part of it. */
export type RouterOf<C extends Contract> = TRPCBuiltRouter<
  RootTypes,
  { [AreaName in keyof C]: Called<C[AreaName]> }
>;

import { pending } from './pending.ts';
import { session } from './session.ts';
import { exchange, resultOf } from './wire.ts';

export interface CallOptions {
  signal?: AbortSignal | null | undefined;
  /** Makes a second sending of the same request harmless; needed wherever the contract says `idempotent`. */
  idempotencyKey?: string | undefined;
  /** Nobody waits for it: no full-screen loading. */
  background?: boolean | undefined;
}

/** Calls one endpoint with a JSON body and answers its `result`; throws a `WireError` for anything else. */
export async function call(url: string, input: unknown, options: CallOptions = {}): Promise<unknown> {
  const init: RequestInit = { signal: options.signal ?? null, headers: {} };
  if (input !== undefined) {
    init.body = JSON.stringify(input);
    init.headers = { 'Content-Type': 'application/json' };
  }
  if (options.idempotencyKey) init.headers = { ...init.headers, 'Idempotency-Key': options.idempotencyKey };
  const work = session.run((token) => exchange(url, token, init));
  return resultOf(await (options.background ? work : pending.during(work)));
}

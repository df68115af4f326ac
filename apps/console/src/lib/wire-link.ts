import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '@xyxlx/contracts/contract';
import { type CallOptions, call } from './call.ts';
import { endpointUrl, WireError } from './wire.ts';

/** What a screen may say about a call: `{trpc: {context: {background: true}}}`. */
type WireContext = Pick<CallOptions, 'background' | 'idempotencyKey'>;

/** The last link of the tRPC client: `area.action` becomes `POST /xyxlx/<area>/<action>`. */
export function wireLink(send: typeof call = call): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        const givenUp = new AbortController();
        const signal = op.signal ? AbortSignal.any([op.signal, givenUp.signal]) : givenUp.signal;
        const { background, idempotencyKey } = op.context as WireContext;
        const [area = '', action = ''] = op.path.split('.');
        send(endpointUrl(area, action), op.input, { signal, background, idempotencyKey }).then(
          (data) => {
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          },
          (error: unknown) => observer.error(toClientError(error)),
        );
        return () => givenUp.abort();
      });
}

// The wire's own words travel in the error's shape, so that hooks see `error.data.wire`, typed by the router.
function toClientError(error: unknown): TRPCClientError<AppRouter> {
  if (!(error instanceof WireError))
    return TRPCClientError.from(error instanceof Error ? error : new Error(String(error)));
  const data = {
    code: 'BAD_REQUEST',
    httpStatus: error.data.wire.httpStatus,
    wire: error.data.wire,
  } as const;
  const shape = { message: error.message, code: -32600, data } as const;
  return TRPCClientError.from({ error: shape }, { cause: error });
}

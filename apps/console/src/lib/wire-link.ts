import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '@xyxlx/contracts/contract';
import { type CallOptions, call } from './call.ts';
import { endpointUrl, WireError } from './wire.ts';

/** What a screen may say about a call: `{trpc: {context: {background: true}}}`. */
type WireContext = Pick<CallOptions, 'background' | 'idempotencyKey'>;

/**
 * The last link of the tRPC client: `area.action` becomes `POST /xyxlx/<area>/<action>`. The same change asked for again
 * while somebody waits for the first is a double press: it is sent once, and both get its answer.
 */
export function wireLink(send: typeof call = call): TRPCLink<AppRouter> {
  const underWay = new Map<string, Promise<unknown>>();

  function sendOnce(url: string, input: unknown, options: CallOptions): Promise<unknown> {
    const change = `${url} ${JSON.stringify(input)}`;
    const work = underWay.get(change) ?? send(url, input, options).finally(() => underWay.delete(change));
    underWay.set(change, work);
    return work;
  }

  return () =>
    ({ op }) =>
      observable((observer) => {
        const givenUp = new AbortController();
        const signal = op.signal ? AbortSignal.any([op.signal, givenUp.signal]) : givenUp.signal;
        const { background, idempotencyKey } = op.context as WireContext;
        const [area = '', action = ''] = op.path.split('.');
        const sendIt = op.type === 'mutation' && !background ? sendOnce : send;
        sendIt(endpointUrl(area, action), op.input, { signal, background, idempotencyKey }).then(
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

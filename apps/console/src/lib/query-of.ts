import type { UseQueryOptions } from '@tanstack/react-query';

/** A query endpoint by what it takes and answers, such as `api.merchant.queryMerchant`: for parts that work with many. */
export interface QueryOf<Input, Output> {
  '~types': { input: Input; output: Output };
  queryOptions(...args: never[]): unknown;
}

/**
 * Its options for `useQuery`; tRPC's own overloads are lost where the endpoint is any of many. `background`: what waits for it says so itself, and
 * nothing else has to.
 */
export function optionsOf<Input, Output>(
  query: QueryOf<Input, Output>,
  input?: object,
  { background = false } = {},
): UseQueryOptions<Output> {
  const queryOptions = query.queryOptions as unknown as (
    input?: object,
    options?: object,
  ) => UseQueryOptions<Output>;
  return queryOptions(input, background ? { trpc: { context: { background } } } : undefined);
}

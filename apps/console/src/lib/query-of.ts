import type { UseQueryOptions } from '@tanstack/react-query';

/** A query endpoint by what it takes and answers, such as `api.merchant.queryMerchant`: for parts that work with many. */
export interface QueryOf<Input, Output> {
  '~types': { input: Input; output: Output };
  queryOptions(...args: never[]): unknown;
}

/** Its options for `useQuery`; tRPC's own overloads are lost where the endpoint is any of many. */
export function optionsOf<Input, Output>(
  query: QueryOf<Input, Output>,
  input?: object,
): UseQueryOptions<Output> {
  const queryOptions = query.queryOptions as unknown as (input?: object) => UseQueryOptions<Output>;
  return queryOptions(input);
}

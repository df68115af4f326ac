import { createTRPCClient } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '@xyxlx/contracts/contract';
import { queryClient } from './query-client.ts';
import { wireLink } from './wire-link.ts';

export const client = createTRPCClient<AppRouter>({ links: [wireLink()] });

/** The typed way to every endpoint: `useQuery(api.merchant.queryMerchant.queryOptions(input))`. */
export const api = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { reportFailure } from './failure.ts';

/** Server state of this tab; its two caches are the only callers of the failure toasts for the typed client. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportFailure }),
  mutationCache: new MutationCache({ onError: reportFailure }),
  defaultOptions: {
    // What the wire refused stays refused, and an expired token is dealt with below this level.
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});

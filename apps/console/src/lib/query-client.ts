import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { codes } from '@xyxlx/contracts/wire';
import { failureOf, reportFailure } from './failure.ts';

/** Server state of this tab; its two caches are the only callers of the failure toasts for the typed client. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportFailure }),
  mutationCache: new MutationCache({
    onError: (error) => {
      reportFailure(error);
      // Somebody else may have been faster: what is on the screen is then not what there is.
      if (failureOf(error).wire?.code === codes.refused) {
        void queryClient.invalidateQueries({ predicate: holdsRecord });
      }
    },
  }),
  defaultOptions: {
    // What the wire refused stays refused, and an expired token is dealt with below this level.
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** A record that can be changed carries its version. */
function holdsRecord({ state: { data } }: Query): boolean {
  return typeof data === 'object' && data !== null && 'version' in data;
}

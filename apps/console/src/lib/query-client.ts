import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { codes } from '@xyxlx/contracts/wire';
import { failureOf, reportFailure } from './failure.ts';
import { reachability } from './reachability.ts';

/** One call that never gets an answer, or is always too much for the server, while others are not, is no outage. */
const mostFailures = 3;

/** Server state of this tab; its two caches are the only callers of the failure toasts for the typed client. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportFailure }),
  mutationCache: new MutationCache({
    onError: (error) => {
      reportFailure(error);
      if (hasNoAnswer(error)) reachability.lost();
      // Somebody else may have been faster: what is on the screen is then not what there is.
      if (failureOf(error).wire?.code === codes.refused) {
        void queryClient.invalidateQueries({ predicate: holdsRecord });
      }
    },
  }),
  defaultOptions: {
    queries: {
      retry: askAgain,
      retryDelay: (_failures, error) => (failureOf(error).wire?.retryAfterSeconds ?? 0) * 1000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: 'always',
      staleTime: 10_000,
    },
    // A change is not sent later, when nobody looks any more.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * What got no answer is asked again once the server is back, and what was too much for it as soon as it says; what was there before stays
 * on the screen until then.
 */
function askAgain(failures: number, error: Error): boolean {
  if (failures >= mostFailures) return false;
  if (isTooMuch(error)) return true;
  // What the wire refused stays refused, and an expired token is dealt with below this level.
  if (!hasNoAnswer(error)) return false;
  reportFailure(error);
  reachability.lost();
  return true;
}

function hasNoAnswer(error: Error): boolean {
  return failureOf(error).wire?.code === 0;
}

/** The server is overloaded or stopping, and says when to come back. */
function isTooMuch(error: Error): boolean {
  const { wire } = failureOf(error);
  return wire?.httpStatus === 503 && wire.retryAfterSeconds !== null;
}

/** A record that can be changed carries its version. */
function holdsRecord({ state: { data } }: Query): boolean {
  return typeof data === 'object' && data !== null && 'version' in data;
}

import { paths } from '@xyxlx/contracts/paths';
import type { ReactNode } from 'react';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { api } from './lib/api.ts';
import { failureOf, reportFailure } from './lib/failure.ts';
import { forgetForeignForms, keepForms } from './lib/kept-forms.ts';
import { queryClient } from './lib/query-client.ts';
import { onOtherTab, session } from './lib/session.ts';
import type { SignInState } from './lib/sign-in-state.ts';
import { routes } from './routes.tsx';

/** Fetches what an address of the console needs, to be ready when it is opened. */
export async function fetchAhead(path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(matches.map(({ route: { lazy } }) => typeof lazy === 'function' && lazy()));
}

/** Shows the console where the address says, for as long as its tab is open; answers once the first page is there. */
export function startConsole(show: (page: ReactNode) => void): Promise<void> {
  const router = createBrowserRouter(routes);

  session.onEnd((failure) => {
    if (failure) reportFailure(failure);
    leave(failure);
  });
  onOtherTab({ signedOut: () => leave(null), otherUser: () => window.location.reload() });

  // A step shows at once that it was taken; as a transition it would wait behind whatever else renders.
  show(<RouterProvider router={router} useTransitions={false} />);
  return firstPage();

  /** Forgets what the signed-out user saw, but for what they were typing, and goes to the sign-in screen; public screens stay. */
  function leave(failure: Error | null): void {
    // Whoever signs out leaves without a way back: what else was asked for meanwhile is refused, and must not be faster.
    const isSigningOut = queryClient.isMutating({ mutationKey: api.userAccount.logout.mutationKey() }) > 0;
    queryClient.getQueryCache().clear();
    // What else was under way is refused too: the first reason is the one that counts.
    const { pathname, search } = router.state.navigation.location ?? router.state.location;
    if (isSigningOut) forgetForeignForms();
    if (isSigningOut || !pathname.startsWith(paths.layout)) return;
    keepForms();
    router.navigate(`${paths.login}?redirect=${encodeURIComponent(pathname + search)}`, {
      replace: true,
      state: { ended: failure && failureOf(failure).text } satisfies SignInState,
    });
  }

  /** Waits until the router has the page it started with. */
  function firstPage(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!router.state.initialized) return;
        stop();
        resolve();
      };
      const stop = router.subscribe(look);
      look();
    });
  }
}

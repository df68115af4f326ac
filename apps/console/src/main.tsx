import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import './styles/base.css';
import './styles/print.css';
import { paths } from '@xyxlx/contracts/paths';
import { api } from './lib/api.ts';
import { failureOf, reportFailure } from './lib/failure.ts';
import { startI18n } from './lib/i18n.ts';
import { forgetForeignForms, keepForms } from './lib/kept-forms.ts';
import { applyLook } from './lib/palette.ts';
import { queryClient } from './lib/query-client.ts';
import { onOtherTab, session } from './lib/session.ts';
import type { SignInState } from './lib/sign-in-state.ts';
import { useConsoleStore } from './lib/store.ts';
import { applyThirdFlag } from './lib/third-flag.ts';
import { untilIdle } from './lib/until-idle.ts';
import { routes } from './routes.tsx';
import { loadTexts } from './texts.ts';

applyLook(useConsoleStore.getState());
useConsoleStore.subscribe(applyLook);

await startI18n(loadTexts);
const router = createBrowserRouter(routes);

session.onEnd((failure) => {
  if (failure) reportFailure(failure);
  leave(failure);
});
onOtherTab({ signedOut: () => leave(null), otherUser: () => window.location.reload() });

// The first visit fetches the layout and what lists need ahead of sign-in, once the page it came for is there; later ones find it in the
// browser's cache.
applyThirdFlag(window.location.pathname, async () => {
  await firstPage();
  await untilIdle();
  // Nobody waits for it yet: a network that is lost meanwhile costs nothing.
  await import('./kit/list/list-screen.tsx').catch(() => undefined);
  return import('./features/shell/shell.tsx');
}).catch(reportFailure);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {/* A step shows at once that it was taken; as a transition it would wait behind whatever else renders. */}
      <RouterProvider router={router} useTransitions={false} />
    </QueryClientProvider>
  </StrictMode>,
);

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

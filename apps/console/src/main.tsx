import './lib/zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/base.css';
import './styles/print.css';
import { paths } from '@xyxlx/contracts/paths';
import { Fault } from './features/errors/fault.tsx';
import { withNetwork } from './kit/lazy-overlay.ts';
import { reportFailure } from './lib/failure.ts';
import { startI18n } from './lib/i18n.ts';
import { applyLook } from './lib/palette.ts';
import { pending } from './lib/pending.ts';
import { queryClient } from './lib/query-client.ts';
import { safeRedirect } from './lib/redirect.ts';
import { useConsoleStore } from './lib/store.ts';
import { applyThirdFlag } from './lib/third-flag.ts';
import { untilIdle } from './lib/until-idle.ts';
import { startSignIn } from './sign-in.tsx';
import { loadTexts } from './texts.ts';

applyLook(useConsoleStore.getState());
useConsoleStore.subscribe(applyLook);

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element with the id root');
const root = createRoot(element, {
  onUncaughtError: (error) => {
    reportError(error);
    show(<Fault error={error} />);
  },
});

// Not awaited here: what it fetches imports this file's chunk, which would wait for itself.
start().catch(reportFailure);

async function start(): Promise<void> {
  await startI18n(loadTexts);
  const { pathname, search } = window.location;
  // What the router keeps in the history, such as why the session ended, it alone can read.
  const isFirst = window.history.state === null && (pathname === paths.login || pathname === paths.root);
  const first = (isFirst ? startSignIn(show, go) : startConsole()).catch((error) =>
    show(<Fault error={error} />),
  );
  // The first visit fetches what comes after sign-in ahead of it, once the page it came for is there; later ones find it in the browser's cache.
  await applyThirdFlag(pathname, async () => {
    await first;
    await untilIdle();
    const next = safeRedirect(new URLSearchParams(search).get('redirect'), paths.merchant);
    // Nobody waits for it yet: a network that is lost meanwhile costs nothing.
    await import('./console.tsx').then(({ fetchAhead }) => fetchAhead(next)).catch(() => undefined);
  });
}

function show(page: ReactNode): void {
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </StrictMode>,
  );
}

async function startConsole(): Promise<void> {
  const { startConsole: start } = await import('./console.tsx');
  await start(show);
}

let isGoing = false;

/** Goes on from the sign-in page. Nothing changes before the router's code is there: a lost network leaves the page as it is. */
async function go(to: string, { replace = false } = {}): Promise<void> {
  // A second press meanwhile would start a second router.
  if (isGoing) return;
  isGoing = true;
  try {
    const { startConsole: start } = await pending.during(withNetwork(() => import('./console.tsx')));
    window.history[replace ? 'replaceState' : 'pushState'](null, '', to);
    await start(show);
  } finally {
    isGoing = false;
  }
}

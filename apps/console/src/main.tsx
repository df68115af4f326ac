import './lib/zod-without-eval.ts';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import 'palette.css';
import './styles/base.css';
import './styles/print.css';
import { paths } from '@xyxlx/contracts/paths';
import { Fault } from './features/errors/fault.tsx';
import { withNetwork } from './kit/lazy-overlay.ts';
import { reportFailure } from './lib/failure.ts';
import { beginsWithSignIn, isDrawnShown, takeOverDrawn } from './lib/first-page.ts';
import { startI18n } from './lib/i18n.ts';
import { applyLook } from './lib/palette.ts';
import { pending } from './lib/pending.ts';
import { safeRedirect } from './lib/redirect.ts';
import { useConsoleStore } from './lib/store.ts';
import { applyThirdFlag } from './lib/third-flag.ts';
import { untilIdle } from './lib/until-idle.ts';
import { pageTree } from './page-tree.tsx';
import { startSignIn } from './sign-in.tsx';
import { loadTexts } from './texts.ts';

applyLook(useConsoleStore.getState());
useConsoleStore.subscribe(applyLook);

const element = rootElement();
let root: Root | undefined;
const options = {
  onUncaughtError: (error: unknown) => {
    reportError(error);
    show(<Fault error={error} />);
  },
};

// Not awaited here: what it fetches imports this file's chunk, which would wait for itself.
start().catch(reportFailure);

async function start(): Promise<void> {
  await startI18n(loadTexts);
  const { pathname, search } = window.location;
  const first = startFirst().catch((error) => show(<Fault error={error} />));
  // The first visit fetches what comes after sign-in ahead of it, once the page it came for is there; later ones find it in the browser's cache.
  await applyThirdFlag(pathname, async () => {
    await first;
    await untilIdle();
    const next = safeRedirect(new URLSearchParams(search).get('redirect'), paths.merchant);
    // Nobody waits for it yet: a network that is lost meanwhile costs nothing.
    await import('./console.tsx').then(({ fetchAhead }) => fetchAhead(next)).catch(() => undefined);
  });
}

async function startFirst(): Promise<void> {
  if (!beginsWithSignIn()) return startConsole();
  await startSignIn(isDrawnShown() ? takeOver : show, go);
}

/** Brings to life what the build drew (`vite/drawn-sign-in.ts`). */
function takeOver(page: ReactNode): void {
  root = hydrateRoot(element, pageTree(page), options);
  delete element.dataset.drawn;
  takeOverDrawn();
}

function show(page: ReactNode): void {
  root ??= emptyRoot();
  root.render(pageTree(page));
}

function emptyRoot(): Root {
  element.replaceChildren();
  delete element.dataset.drawn;
  return createRoot(element, options);
}

function rootElement(): HTMLElement {
  const found = document.getElementById('root');
  if (!found) throw new Error('index.html has no element with the id root');
  return found;
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

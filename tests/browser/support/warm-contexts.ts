import type { Browser, BrowserContext, CDPSession, Page } from 'playwright/test';

interface Warm {
  context: BrowserContext;
  /** Stays open, so that the renderer process does too and the next page begins in it. */
  place: Page;
  devTools: CDPSession;
}

/** Contexts that keep what the browser has fetched and compiled from test to test, and nothing else of them. */
export interface WarmContexts {
  /** As empty as a new one; of this address. */
  take(baseURL: string): Promise<BrowserContext>;
  /** Takes away all that the test has left in it, and the contexts that it made itself. */
  empty(baseURL: string): Promise<void>;
  /** The next test gets a new one. */
  close(): Promise<void>;
}

/** Makes none yet: a worker calls it once. */
export function makeWarmContexts(browser: Browser): WarmContexts {
  const kept = new Map<string, Warm>();

  async function open(baseURL: string): Promise<Warm> {
    const context = await browser.newContext({ baseURL });
    const place = await context.newPage();
    // An address of the same origin that is there at once and does nothing.
    await place.goto('/healthz');
    return { context, place, devTools: await context.newCDPSession(place) };
  }

  return {
    take: async (baseURL) => {
      const warm = kept.get(baseURL) ?? (await open(baseURL));
      kept.set(baseURL, warm);
      return warm.context;
    },
    empty: async (baseURL) => {
      const warm = kept.get(baseURL);
      const contexts = [...kept.values()].map(({ context }) => context);
      const others = browser.contexts().filter((context) => !contexts.includes(context));
      await Promise.all(others.map((context) => context.close()));
      if (warm) await forget(warm, baseURL);
    },
    close: async () => {
      kept.clear();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
  };
}

async function forget({ context, place, devTools }: Warm, origin: string): Promise<void> {
  for (const event of ['page', 'request', 'response'] as const) context.removeAllListeners(event);
  // What lives as long as its tab, sessionStorage and routes of pages among it, goes with the tab.
  await Promise.all(
    context
      .pages()
      .filter((page) => page !== place)
      .map((page) => page.close()),
  );
  await context.unrouteAll();
  await context.clearPermissions();
  await context.setOffline(false);
  await context.clearCookies();
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
}

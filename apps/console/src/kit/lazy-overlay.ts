import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { atRest } from '../lib/at-rest.ts';

/** What lies over a screen and is mounted with it, such as the drawer of a list: fetched once the screen is at rest. */
export function lazyOverlay<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await atRest();
    return { default: await withNetwork(load) };
  });
}

/** Nobody has asked for it yet: a network that is lost meanwhile must not take the screen away that it will lie over. */
async function withNetwork<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return withNetwork(load);
  }
}

import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { untilIdle } from '../lib/until-idle.ts';

/** What lies over a screen and is mounted with it, such as the drawer of a list: fetched once the screen is at rest. */
export function lazyOverlay<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await untilIdle();
    return { default: await withNetwork(load) };
  });
}

/** A network that is lost for a while must not take the screen away that this will lie over: it comes once the network is back. */
export async function withNetwork<T>(load: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (tries === 1) throw error;
    const isOnline = navigator.onLine;
    await (isOnline ? aSecond() : online());
    // The browser may say that it is online a moment before it is, or after what failed.
    return withNetwork(load, isOnline ? tries - 1 : tries);
  }
}

function aSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}

function online(): Promise<void> {
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }));
}

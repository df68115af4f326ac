import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { atRest } from '../lib/at-rest.ts';

/** What lies over a screen and is mounted with it, such as the drawer of a list: fetched once the screen is at rest. */
export function lazyOverlay<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await atRest();
    return { default: await load() };
  });
}

import { readStored } from './storage.ts';

export type Scheme = 'light' | 'dark';
export type Density = 'comfortable' | 'compact';

/** How the console looks. */
export interface Look {
  scheme: Scheme;
  density: Density;
}

/** Where the store keeps how this browser likes the console to look, with what else it keeps. */
export const lookKey = 'xyxlx-console';

/** What the console looks like where nothing was chosen. */
export function usualLook(): Look {
  const isDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches;
  return { scheme: isDark ? 'dark' : 'light', density: 'comfortable' };
}

/** What was chosen, read without the store, which comes with the console's code. */
export function keptLook(): Look {
  try {
    const { state }: { state: Partial<Look> } = JSON.parse(readStored(lookKey) ?? '{"state":{}}');
    return { ...usualLook(), ...state };
  } catch {
    return usualLook();
  }
}

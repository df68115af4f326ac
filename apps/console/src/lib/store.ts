import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type Scheme = 'light' | 'dark';
export type Density = 'comfortable' | 'compact';

interface ConsoleState {
  scheme: Scheme;
  density: Density;
  menuFolded: boolean;
  setScheme(scheme: Scheme): void;
  setDensity(density: Density): void;
  setMenuFolded(menuFolded: boolean): void;
}

/** How this browser likes the console to look; kept in local storage under its own key. */
export const useConsoleStore = create<ConsoleState>()(
  persist(
    (set) => ({
      scheme: preferredScheme(),
      density: 'comfortable',
      menuFolded: false,
      setScheme: (scheme) => set({ scheme }),
      setDensity: (density) => set({ density }),
      setMenuFolded: (menuFolded) => set({ menuFolded }),
    }),
    { name: 'xyxlx-console', version: 1 },
  ),
);

function preferredScheme(): Scheme {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type Density, type Look, lookKey, type Scheme, usualLook } from './look.ts';

interface ConsoleState extends Look {
  menuFolded: boolean;
  setScheme(scheme: Scheme): void;
  setDensity(density: Density): void;
  setMenuFolded(menuFolded: boolean): void;
}

/** How this browser likes the console to look; kept in local storage under its own key. */
export const useConsoleStore = create<ConsoleState>()(
  persist(
    (set) => ({
      ...usualLook(),
      menuFolded: false,
      setScheme: (scheme) => set({ scheme }),
      setDensity: (density) => set({ density }),
      setMenuFolded: (menuFolded) => set({ menuFolded }),
    }),
    { name: lookKey, version: 1 },
  ),
);

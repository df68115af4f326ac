import type { Screen } from './screen.ts';

let all: readonly Screen[] = [];

/** Takes in every screen there is, before any is shown. */
export function declareScreens(screens: readonly Screen[]): void {
  all = screens;
}

/** Every screen there is, for what one feature shows of the others. */
export function declaredScreens(): readonly Screen[] {
  return all;
}

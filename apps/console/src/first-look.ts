/**
 * A script of its own that runs before anything is drawn (`vite/first-look.ts`): the page has its colours from the start, and the sign-in page
 * that the build drew is shown where it is the first. What comes after it may be lost on its way.
 */
import { showDrawn } from './lib/first-page.ts';
import { keptLook } from './lib/look.ts';
import { tellLostScript } from './lib/lost-script.ts';
import { applyLook } from './lib/palette.ts';

applyLook(keptLook());
showDrawn();
tellLostScript();

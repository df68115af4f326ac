import { paths } from '@xyxlx/contracts/paths';
import { keptLanguage } from './kept-language.ts';
import { readToken } from './storage.ts';

/** Whether the sign-in page is the first one. What the router keeps in the history, such as why a session ended, it alone can read. */
export function beginsWithSignIn(): boolean {
  const { pathname } = window.location;
  return window.history.state === null && (pathname === paths.login || pathname === paths.root);
}

/**
 * Shows the sign-in page that the build drew into `index.html`, where it is the first: it is in Chinese, and for nobody who is signed in. What is
 * typed there stays; a press is kept for the script that it is for.
 */
export function showDrawn(): void {
  if (!beginsWithSignIn() || readToken() !== null || keptLanguage() === 'en') return;
  page().drawn = 'shown';
  // The browser's own way would put the password into the address.
  document.addEventListener('submit', (event) => {
    if (isDrawnShown()) event.preventDefault();
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button || !isDrawnShown()) return;
    pressed()?.removeAttribute(pressedMark);
    button.setAttribute(pressedMark, '');
  });
}

/** Whether it is shown, and not yet alive. */
export function isDrawnShown(): boolean {
  return page().drawn === 'shown';
}

/** Says that it is alive, and presses what was pressed before. */
export function takeOverDrawn(): void {
  page().drawn = 'alive';
  const button = pressed();
  button?.removeAttribute(pressedMark);
  button?.click();
}

const pressedMark = 'data-pressed';

function pressed(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[${pressedMark}]`);
}

// The script that shows it is another one than that which brings it to life: what one tells the other stands in the page.
function page(): DOMStringMap {
  return document.documentElement.dataset;
}

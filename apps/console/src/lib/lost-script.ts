import { keptLanguage } from './kept-language.ts';

const words = {
  zh: '页面没有完整载入，请检查网络后刷新页面。',
  en: 'The page could not be loaded completely. Check your network, then reload the page.',
};

/** Says so where the console's own script can not be fetched: the page would stay blank, or answer to nothing. */
export function tellLostScript(): void {
  // Such an error does not bubble.
  window.addEventListener('error', ({ target }) => tellIfLost(target), { capture: true });
}

function tellIfLost(target: EventTarget | null): void {
  if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
  const told = document.createElement('p');
  told.role = 'alert';
  told.className = 'lost-script';
  told.textContent = words[keptLanguage()];
  document.body.append(told);
}

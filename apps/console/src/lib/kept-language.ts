/** Where the language is kept for the browser session; nothing is there for Chinese that was never chosen. */
export const languageKey = 'i18nextLng';

/** Whether English was chosen, read without i18next. */
export function isEnglishKept(): boolean {
  try {
    return sessionStorage.getItem(languageKey)?.startsWith('en') ?? false;
  } catch {
    return false;
  }
}

/** Where the language is kept for the browser session; nothing is there for Chinese that was never chosen. */
export const languageKey = 'i18nextLng';

/** The console's language that a tag such as `en-US` stands for. */
export function languageOf(tag: string): 'zh' | 'en' {
  return tag.startsWith('en') ? 'en' : 'zh';
}

/** The language that was chosen, read without i18next. */
export function keptLanguage(): 'zh' | 'en' {
  try {
    return languageOf(sessionStorage.getItem(languageKey) ?? 'zh');
  } catch {
    return 'zh';
  }
}

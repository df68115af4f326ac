export type Language = 'zh' | 'en';

/** The language of an answer: the first of zh and en that `Accept-Language` names, zh by default. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const found = acceptLanguage?.toLowerCase().match(/\b(zh|en)\b/);
  return found?.[1] === 'en' ? 'en' : 'zh';
}

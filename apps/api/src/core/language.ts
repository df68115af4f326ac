export type Language = 'zh' | 'en';

/** The language of an answer: whichever of zh and en `Accept-Language` wants most, zh by default. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (!acceptLanguage) return 'zh';
  let best: { language: Language; weight: number } = { language: 'zh', weight: 0 };
  for (const range of acceptLanguage.toLowerCase().split(',', 20)) {
    const [, language, quality = '1'] = /^\s*(zh|en)\b[^;]*(?:;\s*q=([\d.]+))?/.exec(range) ?? [];
    const weight = Number(quality);
    if (language && weight > best.weight) best = { language: language as Language, weight };
  }
  return best.language;
}

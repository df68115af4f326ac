import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { languageKey, languageOf } from './kept-language.ts';
import commonEn from './locales/en.json' with { type: 'json' };
import commonZh from './locales/zh.json' with { type: 'json' };

export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];

/** Fetches the texts of one namespace; features hand theirs in through `startI18n`. */
type LoadTexts = (language: Language, namespace: string) => Promise<ResourceKey>;

const fallback = 'en-US';

export const i18n = i18next;

/** The language in use; Chinese until something else was chosen. */
export function currentLanguage(): Language {
  return languageOf(i18next.language ?? 'zh');
}

/** Starts the translations: Chinese by default, the choice kept for the browser session, English behind both. */
export async function startI18n(loadTexts: LoadTexts): Promise<void> {
  presetDefault();
  i18next.on('languageChanged', () => {
    document.documentElement.lang = currentLanguage() === 'zh' ? 'zh-CN' : 'en';
  });
  await i18next
    .use(LanguageDetector)
    .use(lazyBackend(loadTexts))
    .use(initReactI18next)
    .init({
      resources: { zh: { common: commonZh }, en: { common: commonEn }, [fallback]: { common: commonEn } },
      partialBundledLanguages: true,
      ns: ['common'],
      defaultNS: 'common',
      fallbackLng: fallback,
      supportedLngs: [...languages, fallback],
      keySeparator: false,
      interpolation: { escapeValue: false },
      detection: {
        order: ['sessionStorage'],
        caches: ['sessionStorage'],
        lookupSessionStorage: languageKey,
        convertDetectedLanguage: languageOf,
      },
    });
}

// Without a stored choice i18next would start in its fallback language, which is English.
function presetDefault(): void {
  try {
    if (!sessionStorage.getItem(languageKey)) sessionStorage.setItem(languageKey, 'zh');
  } catch {
    // Without session storage the choice lasts as long as the page.
  }
}

function lazyBackend(loadTexts: LoadTexts): BackendModule {
  return {
    type: 'backend',
    init: () => undefined,
    read(language, namespace, done) {
      loadTexts(languageOf(language), namespace).then(
        (texts) => done(null, texts),
        (error: Error) => done(error, null),
      );
    },
  };
}

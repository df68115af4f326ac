import { useTranslation } from 'react-i18next';
import { currentLanguage, i18n, type Language, languages } from '../lib/i18n.ts';
import styles from './language-switch.module.css';

const names: Record<Language, string> = { zh: '中文', en: 'English' };

/** Switches the language of the page at once; the choice lasts for the browser session. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = currentLanguage();
  return (
    <fieldset className={styles.group} aria-label={t('language.switch')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.choice}
          aria-pressed={language === current}
          onClick={() => i18n.changeLanguage(language)}
        >
          {names[language]}
        </button>
      ))}
    </fieldset>
  );
}

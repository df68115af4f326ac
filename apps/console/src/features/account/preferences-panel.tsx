import { Form, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { currentLanguage, i18n, type Language } from '../../lib/i18n.ts';
import type { Density, Scheme } from '../../lib/look.ts';
import { useConsoleStore } from '../../lib/store.ts';
import styles from './account.module.css';

/** How the console looks for this user. */
export function PreferencesPanel() {
  const { t } = useTranslation('account');
  const { scheme, setScheme, density, setDensity } = useConsoleStore();
  return (
    <section className={styles.card} aria-label={t('preferences.title')}>
      <Form layout="vertical" component={false}>
        <Form.Item label={t('preferences.language')} extra={t('preferences.language.hint')}>
          <Segmented<Language>
            value={currentLanguage()}
            onChange={(language) => i18n.changeLanguage(language)}
            options={[
              { value: 'zh', label: '中文' },
              { value: 'en', label: 'English' },
            ]}
          />
        </Form.Item>
        <Form.Item label={t('preferences.scheme')}>
          <Segmented<Scheme>
            value={scheme}
            onChange={setScheme}
            options={[
              { value: 'light', label: t('preferences.light') },
              { value: 'dark', label: t('preferences.dark') },
            ]}
          />
        </Form.Item>
        <Form.Item label={t('preferences.density')}>
          <Segmented<Density>
            value={density}
            onChange={setDensity}
            options={[
              { value: 'comfortable', label: t('preferences.comfortable') },
              { value: 'compact', label: t('preferences.compact') },
            ]}
          />
        </Form.Item>
      </Form>
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import styles from './account.module.css';
import { PasswordForm } from './password-form.tsx';

/** Changing one's own password, as a screen. */
export function Component() {
  const { t } = useTranslation('account');
  return (
    <Page title={t('password.title')} lead={t('password.lead')}>
      <section className={`${styles.card} ${styles.narrow}`}>
        <PasswordForm />
      </section>
    </Page>
  );
}

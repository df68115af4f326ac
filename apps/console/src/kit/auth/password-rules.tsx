import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import styles from './password-rules.module.css';

/** What the server will ask of a new password, said before it is broken. */
export function PasswordRules() {
  const { t } = useTranslation();
  const language = currentLanguage();
  const { data, refetch } = useQuery(
    api.userAccount.getPasswordRules.queryOptions(
      {},
      { staleTime: Number.POSITIVE_INFINITY, trpc: { context: { background: true } } },
    ),
  );

  // The rules come in the language of the request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is the reason to ask again
  useEffect(() => {
    refetch();
  }, [language, refetch]);

  if (!data) return null;
  return (
    <ul className={styles.rules} aria-label={t('password.rules')}>
      {data.rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}

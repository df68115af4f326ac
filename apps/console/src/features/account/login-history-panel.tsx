import { useTranslation } from 'react-i18next';
import { LoginRecords } from '../../kit/auth/login-records.tsx';
import { api } from '../../lib/api.ts';

/** When and from where one tried to sign in. */
export function LoginHistoryPanel() {
  const { t } = useTranslation('account');
  return <LoginRecords label={t('history.title')} query={api.userAccount.queryLoginRecord} asked={{}} />;
}

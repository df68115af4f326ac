import { useTranslation } from 'react-i18next';
import { LoginRecords } from '../../kit/auth/login-records.tsx';
import { api } from '../../lib/api.ts';

/** The tries of a user to sign in. */
export function UserLogins({ userId }: { userId: string }) {
  const { t } = useTranslation('user');
  return (
    <LoginRecords
      label={t('tab.logins')}
      query={api.userAccount.queryUserLoginRecord}
      asked={{ id: userId }}
    />
  );
}

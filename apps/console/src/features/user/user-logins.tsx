import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoginRecordTable } from '../../kit/login-record-table.tsx';
import { useLocalPaging } from '../../kit/use-local-paging.ts';
import { api } from '../../lib/api.ts';

/** The tries of a user to sign in. */
export function UserLogins({ userId }: { userId: string }) {
  const { t } = useTranslation('user');
  const paging = useLocalPaging<'createdAt'>();
  const { pageNum, pageSize, sort } = paging;
  const records = useQuery(
    api.userAccount.queryUserLoginRecord.queryOptions(
      { id: userId, pageNum, pageSize, ...(sort && { sort }) },
      { placeholderData: keepPreviousData },
    ),
  );
  return <LoginRecordTable label={t('tab.logins')} rows={records} paging={paging} />;
}

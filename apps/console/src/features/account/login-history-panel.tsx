import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoginRecordTable } from '../../kit/login-record-table.tsx';
import { useLocalPaging } from '../../kit/use-local-paging.ts';
import { api } from '../../lib/api.ts';

/** When and from where one tried to sign in. */
export function LoginHistoryPanel() {
  const { t } = useTranslation('account');
  const paging = useLocalPaging<'createdAt'>();
  const { pageNum, pageSize, sort } = paging;
  const records = useQuery(
    api.userAccount.queryLoginRecord.queryOptions(
      { pageNum, pageSize, ...(sort && { sort }) },
      { placeholderData: keepPreviousData },
    ),
  );
  return <LoginRecordTable label={t('history.title')} rows={records} paging={paging} />;
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoginRecordTable } from '../../kit/login-record-table.tsx';
import { useListState } from '../../kit/use-list-state.ts';
import { api } from '../../lib/api.ts';

const listShape = { filters: {}, sortFields: ['createdAt'] } as const;

/** When and from where one tried to sign in. */
export function LoginHistoryPanel() {
  const { t } = useTranslation('account');
  const list = useListState(listShape);
  const records = useQuery(
    api.userAccount.queryLoginRecord.queryOptions(list.input, { placeholderData: keepPreviousData }),
  );
  return <LoginRecordTable label={t('history.title')} rows={records} paging={list.paging} />;
}

import { useQuery } from '@tanstack/react-query';
import { maxPageSize } from '@xyxlx/contracts/paging';
import type { Filter } from '../../kit/filters/filter.ts';
import { recordId } from '../../kit/filters/record-id.ts';
import { SelectField } from '../../kit/filters/select-field.tsx';
import { api } from '../../lib/api.ts';
import { accountText } from './account-text.ts';

/** A filter by one account of a company. */
export function accountFilter(label: string): Filter<{ accountId: string }, string> {
  return {
    name: 'accountId',
    label,
    ...recordId,
    wire: (accountId) => ({ accountId }),
    field: <AccountField label={label} />,
    words: (id) => <AccountName id={id} />,
  };
}

function useAccounts() {
  const { data } = useQuery(
    api.fund.queryAccount.queryOptions({ pageSize: maxPageSize }, { staleTime: 60_000 }),
  );
  return (data?.list ?? []).map((account) => ({ value: account.id, label: accountText(account) }));
}

function AccountField({ label }: { label: string }) {
  return (
    <SelectField
      name="accountId"
      label={label}
      options={useAccounts()}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}

function AccountName({ id }: { id: string }) {
  return useAccounts().find(({ value }) => value === id)?.label;
}

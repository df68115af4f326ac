import { useId } from 'react';
import type { Filter } from '../../kit/filters/filter.ts';
import { FilterField } from '../../kit/filters/filter-field.tsx';
import { recordId } from '../../kit/filters/record-id.ts';
import { useFilter } from '../../kit/filters/use-filter.ts';
import { AccountInput } from './account-input.tsx';
import { optionOf, useAccount } from './account-options.ts';

/** A filter by one account of a company, found among all one may see. */
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

function AccountField({ label }: { label: string }) {
  const id = useId();
  const [value, set] = useFilter<string>('accountId');
  return (
    <FilterField id={id} label={label}>
      <AccountInput id={id} placeholder={label} value={value} onChange={set} allowClear />
    </FilterField>
  );
}

function AccountName({ id }: { id: string }) {
  const account = useAccount(id);
  return account && optionOf(account).label;
}

import { useQuery } from '@tanstack/react-query';
import type { TenantOption } from '@xyxlx/contracts/option';
import { Select } from 'antd';
import { useId } from 'react';
import { optionsOf, type QueryOf } from '../../lib/query-of.ts';
import { choiceOf } from '../../lib/tenant-option.ts';
import type { Filter } from './filter.ts';
import { FilterField } from './filter-field.tsx';
import { recordId } from './record-id.ts';
import { useFilter } from './use-filter.ts';

/** Where the options come from: an option endpoint of the contract. */
type OptionQuery = QueryOf<unknown, TenantOption[]>;

/** A filter by another record out of few, such as a brand. */
export function optionFilter<Name extends string>(
  name: Name,
  label: string,
  query: OptionQuery,
): Filter<Record<Name, string>, string> {
  return {
    name,
    label,
    ...recordId,
    wire: (value) => ({ [name]: value }) as Record<Name, string>,
    field: <OptionField name={name} label={label} query={query} />,
    words: (value) => <OptionName query={query} value={value} />,
  };
}

function useOptions(query: OptionQuery) {
  const { data } = useQuery({ ...optionsOf(query), staleTime: 60_000 });
  return data?.map(choiceOf) ?? [];
}

interface OptionFieldProps {
  name: string;
  label: string;
  query: OptionQuery;
}

function OptionField({ name, label, query }: OptionFieldProps) {
  const id = useId();
  const [value, set] = useFilter<string>(name);
  const options = useOptions(query);
  return (
    <FilterField id={id} label={label}>
      <Select
        id={id}
        allowClear
        placeholder={label}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        value={value ?? null}
        onChange={(next: string | null) => set(next ?? undefined)}
      />
    </FilterField>
  );
}

function OptionName({ query, value }: { query: OptionQuery; value: string }) {
  return useOptions(query).find((option) => option.value === value)?.label;
}

import { useQuery } from '@tanstack/react-query';
import type { TenantOption } from '@xyxlx/contracts/option';
import { optionsOf, type QueryOf } from '../../lib/query-of.ts';
import { selectOptionOf } from '../../lib/select-option.ts';
import type { Filter } from './filter.ts';
import { recordId } from './record-id.ts';
import { SelectField } from './select-field.tsx';

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
  return data?.map(selectOptionOf) ?? [];
}

interface OptionFieldProps {
  name: string;
  label: string;
  query: OptionQuery;
}

function OptionField({ name, label, query }: OptionFieldProps) {
  const options = useOptions(query);
  return (
    <SelectField name={name} label={label} options={options} showSearch={{ optionFilterProp: 'label' }} />
  );
}

function OptionName({ query, value }: { query: OptionQuery; value: string }) {
  return useOptions(query).find((option) => option.value === value)?.label;
}

import { useTenantOptions, useTenantSearch } from '../../lib/tenant-options.ts';
import type { Filter } from './filter.ts';
import { recordId } from './record-id.ts';
import { SelectField } from './select-field.tsx';
import { useFilter } from './use-filter.ts';

/** A filter by one tenant, found by name, code or domain; for whoever sees several. */
export function tenantFilter(label: string): Filter<{ tenantId: string }, string> {
  return {
    name: 'tenantId',
    label,
    ...recordId,
    wire: (tenantId) => ({ tenantId }),
    field: <TenantField label={label} />,
    words: (value) => <TenantName id={value} />,
  };
}

function TenantField({ label }: { label: string }) {
  const [value] = useFilter<string>('tenantId');
  const search = useTenantSearch(value);
  return <SelectField name="tenantId" label={label} {...search} />;
}

function TenantName({ id }: { id: string }) {
  return useTenantOptions('', id).options.find(({ value }) => value === id)?.label;
}

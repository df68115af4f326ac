import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { api } from './api.ts';

const asUsual = { staleTime: 60_000, trpc: { context: { background: true } } };

/** The tenants a picker offers for a keyword, with the chosen one among them wherever it stands. */
export function useTenantOptions(keyword: string, chosenId: string | undefined) {
  const found = useQuery(
    api.tenant.queryTenant.queryOptions(
      { pageSize: 50, sort: { field: 'name', order: 'asc' }, ...(keyword && { keyword }) },
      { placeholderData: keepPreviousData, ...asUsual },
    ),
  );
  const isMissing = chosenId !== undefined && found.data?.list.every(({ id }) => id !== chosenId);
  const chosen = useQuery(
    api.tenant.getTenant.queryOptions(isMissing ? { id: chosenId } : skipToken, asUsual),
  );
  const tenants = [...(isMissing && chosen.data ? [chosen.data] : []), ...(found.data?.list ?? [])];
  const options = tenants.map(({ id, name }) => ({ value: id, label: name }));
  return { options, isFetching: found.isFetching };
}

/** What a select of tenants needs to have the server find them by what is typed. */
export function useTenantSearch(chosenId: string | undefined) {
  const [typed, setTyped] = useState('');
  const { options, isFetching } = useTenantOptions(useDeferredValue(typed.trim()), chosenId);
  return { loading: isFetching, options, showSearch: { filterOption: false as const, onSearch: setTyped } };
}

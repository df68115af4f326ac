import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** The stores of a merchant that a picker offers; none without a merchant. */
export function useStoreOptions(merchantId: string | undefined): { value: string; label: string }[] {
  const { data } = useQuery(
    api.store.queryStore.queryOptions(merchantId ? { merchantId, pageSize: 200 } : skipToken, {
      staleTime: 60_000,
      trpc: { context: { background: true } },
    }),
  );
  return (data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

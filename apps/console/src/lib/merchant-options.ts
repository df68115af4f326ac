import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

interface MerchantOption {
  value: string;
  label: string;
  merchantNo: string;
}

/** The merchants a picker offers for a keyword, with the chosen one among them wherever it stands. */
export function useMerchantOptions(keyword: string, chosenId: string | undefined) {
  const found = useQuery(
    api.merchant.queryMerchantOption.queryOptions(keyword ? { keyword } : {}, {
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      trpc: { context: { background: true } },
    }),
  );
  const isMissing = chosenId !== undefined && found.data?.every(({ id }) => id !== chosenId);
  const chosen = useQuery(
    api.merchant.getMerchant.queryOptions(isMissing ? { id: chosenId } : skipToken, {
      staleTime: 60_000,
      trpc: { context: { background: true } },
    }),
  );
  const merchants = [...(isMissing && chosen.data ? [chosen.data] : []), ...(found.data ?? [])];
  const options = merchants.map(
    ({ id, name, merchantNo }): MerchantOption => ({ value: id, label: name, merchantNo }),
  );
  return { options, isFetching: found.isFetching };
}

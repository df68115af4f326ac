import { useQuery } from '@tanstack/react-query';
import type { CardProductRow } from '@xyxlx/contracts/card-product';
import { api } from '../../lib/api.ts';

/** The products that can be ordered; a tenant has few of them. */
export function useProductsOnSale(): { products: readonly CardProductRow[]; isPending: boolean } {
  const { data, isPending } = useQuery(
    api.card.queryProduct.queryOptions({ state: ['ENABLED'], pageSize: 100 }, { staleTime: 60_000 }),
  );
  return { products: data?.list ?? [], isPending };
}

import { useQuery } from '@tanstack/react-query';
import type { ProductOnSale } from '@xyxlx/contracts/own-order';
import { api } from '../../lib/api.ts';

/** What can be ordered. */
export interface ProductsOnSale {
  products: readonly ProductOnSale[];
  isPending: boolean;
}

/** The products that can be ordered; a tenant has few of them. */
export function useProductsOnSale(): ProductsOnSale {
  const { data, isPending } = useQuery(
    api.card.queryProduct.queryOptions({ state: ['ENABLED'], pageSize: 100 }, { staleTime: 60_000 }),
  );
  return { products: data?.list ?? [], isPending };
}

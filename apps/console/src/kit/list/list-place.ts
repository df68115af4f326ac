import { useState } from 'react';
import type { AskedByAddress, ListAddress, Sort } from './use-list-address.ts';

/** Page and order of a list. */
export type ListPlace = Omit<ListAddress, 'values' | 'setValues'>;

/** Which page, and in which order. */
export type PageAndOrder = Omit<AskedByAddress, 'values'>;

/**
 * Page and order of a list inside another screen: kept by the component, because the address belongs to the screen. What is
 * asked for otherwise is another list, which starts at its first page.
 */
export function useListPlace(asked: object, defaultSize = 10): ListPlace {
  const key = JSON.stringify(asked);
  const [page, setPage] = useState({ key, pageNum: 1 });
  const [pageSize, setPageSize] = useState(defaultSize);
  const [sort, setSort] = useState<Sort | undefined>();
  const goTo = (pageNum: number) => setPage({ key, pageNum });
  return {
    pageNum: page.key === key ? page.pageNum : 1,
    pageSize,
    sort,
    setPage(pageNum, size) {
      goTo(pageNum);
      setPageSize(size);
    },
    correctPage: goTo,
    setSort(next) {
      setSort(next);
      goTo(1);
    },
  };
}

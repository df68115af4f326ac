import { useState } from 'react';
import type { ListPaging, Sort } from './use-list-state.ts';

/** Page and order of a list that lies over a screen: kept by the component, because the address belongs to the screen below. */
export function useLocalPaging<F extends string>(firstSize = 10): ListPaging<F> {
  const [page, setPage] = useState({ pageNum: 1, pageSize: firstSize });
  const [sort, setSort] = useState<Sort<F> | undefined>();
  return {
    ...page,
    sort,
    isFiltered: false,
    setPage: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
    correctPage: (pageNum) => setPage(({ pageSize }) => ({ pageNum, pageSize })),
    setSort(next) {
      setSort(next);
      setPage(({ pageSize }) => ({ pageNum: 1, pageSize }));
    },
  };
}

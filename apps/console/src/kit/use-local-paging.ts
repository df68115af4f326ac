import { useState } from 'react';

export interface Sort<F extends string> {
  field: F;
  order: 'asc' | 'desc';
}

/** The part of a list's state that its table works with. */
export interface ListPaging<F extends string = string> {
  pageNum: number;
  pageSize: number;
  sort: Sort<F> | undefined;
  setPage(pageNum: number, pageSize: number): void;
  /** Goes to another page because there is none where one is. */
  correctPage(pageNum: number): void;
  setSort(sort: Sort<F> | undefined): void;
}

/** Page and order of a list that lies over a screen: kept by the component, because the address belongs to the screen below. */
export function useLocalPaging<F extends string>(firstSize = 10): ListPaging<F> {
  const [page, setPage] = useState({ pageNum: 1, pageSize: firstSize });
  const [sort, setSort] = useState<Sort<F> | undefined>();
  return {
    ...page,
    sort,
    setPage: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
    correctPage: (pageNum) => setPage(({ pageSize }) => ({ pageNum, pageSize })),
    setSort(next) {
      setSort(next);
      setPage(({ pageSize }) => ({ pageNum: 1, pageSize }));
    },
  };
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { optionsOf, type QueryOf } from '../../lib/query-of.ts';
import { type Filter, wireOf } from '../filters/filter.ts';
import type { ListPage } from './list-page.ts';
import { useCursorInput } from './use-cursor-input.ts';
import { type ListAddress, useListAddress } from './use-list-address.ts';

/** A part of what a list endpoint can be asked for. */
type Asked<Input> = Partial<Extract<Input, object>>;

export interface ListSource<Input, Row> {
  query: QueryOf<Input, ListPage<Row>>;
  filters: readonly Filter<NoInfer<Asked<Input>>>[];
  sortFields: readonly string[];
  /** Asked for besides the filters, and not the user's to change, such as the employee whose records they are. */
  scope?: NoInfer<Asked<Input>>;
  pageSize?: number;
  /** Puts a page's rows into another order or leaves some out, such as those of a closed branch. */
  arrange?: (rows: Row[]) => Row[];
}

/** A list's rows by what the address asks for: the rows before stay while the next ones are on their way. */
export function useList<Input, Row>(source: ListSource<Input, Row>): List<Row> {
  const address = useListAddress(source);
  const { pageNum, pageSize, sort } = address;
  const asked = { ...wireOf(source.filters, address.values), ...source.scope };
  const pages = useCursorInput({ ...asked, pageNum, pageSize, ...(sort && { sort }) });
  const rows = useQuery({
    ...optionsOf(source.query, pages.input),
    placeholderData: keepPreviousData,
  });
  pages.learn(rows);
  usePageThatExists(rows.data, rows.isFetching, address);
  const { data, error, isFetching, refetch } = rows;
  const shown = data && source.arrange ? { ...data, list: source.arrange(data.list) } : data;
  return { address, asked, answered: data?.list ?? [], rows: { data: shown, error, isFetching, refetch } };
}

/** Rows of one type, their query's state and the address they follow. */
export interface List<Row> {
  address: ListAddress;
  /** The wire's input without page and order: what an export is asked for too. */
  asked: object;
  /** The page's rows before they were arranged. */
  answered: readonly Row[];
  rows: {
    data: ListPage<Row> | undefined;
    error: unknown;
    isFetching: boolean;
    refetch(): unknown;
  };
}

// Rows go away under whoever works through them: from a page that is no more one comes to the last there is.
function usePageThatExists(data: ListPage<unknown> | undefined, isFetching: boolean, address: ListAddress) {
  const last = data && !data.totalIsEstimate ? Math.ceil(data.total / address.pageSize) : 0;
  const isPastEnd = !isFetching && last > 0 && address.pageNum > last;
  const goToLast = useEffectEvent(() => address.correctPage(last));
  useEffect(() => {
    if (isPastEnd) goToLast();
  }, [isPastEnd]);
}

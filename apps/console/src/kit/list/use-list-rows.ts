import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { optionsOf, type QueryOf } from '../../lib/query-of.ts';
import type { ListPage } from './list-page.ts';
import type { ListPlace, PageAndOrder } from './list-place.ts';
import { useCursorInput } from './use-cursor-input.ts';

export interface RowsSource<Input, Row> {
  query: QueryOf<Input, ListPage<Row>>;
  /** Puts a page's rows into another order or leaves some out, such as those of a closed branch. */
  arrange?: (rows: Row[]) => Row[];
}

/** How the query of a table's rows stands. */
export interface RowsState {
  error: unknown;
  isFetching: boolean;
  refetch(): unknown;
}

export interface ListRows<Row> {
  /** The page's rows before they were arranged. */
  answered: readonly Row[];
  rows: RowsState & { data: ListPage<Row> | undefined };
  /** Asks for rows that are about to be shown; those of the same input come in one call. */
  askAhead(asked: object, place: PageAndOrder): void;
}

const none: never[] = [];

/** The rows at a place of what is asked for: those before stay while the next ones are on their way. */
export function useListRows<Input, Row>(
  { query, arrange }: RowsSource<Input, Row>,
  asked: object,
  place: ListPlace,
): ListRows<Row> {
  const client = useQueryClient();
  const pages = useCursorInput(inputOf(asked, place));
  const rows = useQuery({ ...optionsOf(query, pages.input), placeholderData: keepPreviousData });
  pages.learn(rows);
  usePageThatExists(rows.data, rows.isFetching, place);
  const { data, error, isFetching, refetch } = rows;
  const shown = data && arrange ? { ...data, list: arrange(data.list) } : data;
  return {
    answered: data?.list ?? none,
    rows: { data: shown, error, isFetching, refetch },
    askAhead: (next, at) => void client.prefetchQuery(optionsOf(query, pages.withCursor(inputOf(next, at)))),
  };
}

function inputOf(asked: object, { pageNum, pageSize, sort }: PageAndOrder) {
  return { ...asked, pageNum, pageSize, ...(sort && { sort }) };
}

// Rows go away under whoever works through them: from a page that is no more one comes to the last there is.
function usePageThatExists(data: ListPage<unknown> | undefined, isFetching: boolean, place: ListPlace) {
  const last = data && !data.totalIsEstimate ? Math.ceil(data.total / place.pageSize) : 0;
  const isPastEnd = !isFetching && last > 0 && place.pageNum > last;
  const goToLast = useEffectEvent(() => place.correctPage(last));
  useEffect(() => {
    if (isPastEnd) goToLast();
  }, [isPastEnd]);
}

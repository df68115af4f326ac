import { maxPageSize } from '@xyxlx/contracts/paging';
import { queryClient } from '../../lib/query-client.ts';
import { optionsOf, type QueryOf } from '../../lib/query-of.ts';
import type { ListPage } from './list-page.ts';
import type { Sort } from './use-list-address.ts';

/** The rows that a list is asked for, page after page, in its order; no more than `most`. */
export async function readAll<Input, Row>(
  query: QueryOf<Input, ListPage<Row>>,
  asked: object,
  sort: Sort | undefined,
  most: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const input = { ...asked, pageSize: maxPageSize, ...(sort && { sort }), ...(cursor && { cursor }) };
    const page = await queryClient.fetchQuery({ ...optionsOf(query, input), staleTime: 0 });
    rows.push(...page.list);
    cursor = page.cursor;
  } while (cursor && rows.length < most);
  return rows.slice(0, most);
}

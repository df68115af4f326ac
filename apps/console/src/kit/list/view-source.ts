import type { QueryOf } from '../../lib/query-of.ts';
import type { Filter } from '../filters/filter.ts';
import type { ListPage } from './list-page.ts';

/** The list that views are of. */
export interface ViewSource {
  /** Under which views are kept. */
  name: string;
  query: QueryOf<unknown, ListPage<unknown>>;
  filters: readonly Filter[];
  /** Asked for besides the filters. */
  scope?: object | undefined;
}

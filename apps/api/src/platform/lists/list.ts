import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import type { Session } from '../../core/session.ts';
import { allOf, raw, type Sql, sql } from '../db/sql.ts';
import type { KeyType } from './cursor.ts';
import type { RowShape } from './row-shape.ts';

type PageInput = {
  pageNum: number;
  pageSize: number;
  sort?: { field: string; order: Order } | undefined;
  cursor?: string | undefined;
};
type Order = 'asc' | 'desc';

/** An endpoint that answers a paged list; with a `cursor` in its input it pages by that too. */
export interface ListEndpoint {
  input: z.ZodObject & z.ZodType<PageInput>;
  output: z.ZodType<{ list: unknown[] }, { list: unknown[] }>;
}

export type FiltersOf<E extends ListEndpoint> = Omit<z.output<E['input']>, keyof PageInput>;
type SortFieldOf<E extends ListEndpoint> = NonNullable<z.output<E['input']>['sort']>['field'];
type RowOf<E extends ListEndpoint> = z.input<E['output']>['list'][number];
/** What the list's own SQL makes: the tenant is put to it. */
type OwnRowOf<E extends ListEndpoint> = Omit<RowOf<E>, 'tenant'>;

/** Who reads a list. */
export type Viewer = Pick<Call<unknown, Session>, 'session' | 'deps'>;

/** What a list is ordered by: a column or expression that is never null, and what a cursor's text becomes again. */
interface SortKey {
  column: string | Record<Order, string>;
  type: KeyType;
}

/** Makes a condition of a filter's value; nothing where the value filters nothing. */
type Condition<T> = (value: T, viewer: Viewer) => Sql | null | false | undefined;
/** A condition for every filter of the contract's input: a missing or extra one does not compile. */
type Conditions<F> = { [Name in keyof F]-?: Condition<NonNullable<F[Name]>> };

/** Where the rows come from: a table, or SQL of rows made from the filters, which are then no conditions. */
type Source<F> =
  | { from: string; filters: Conditions<F> }
  | { from: (viewer: Viewer, filters: F) => Sql; filters?: undefined };

interface Shape<E extends ListEndpoint, Read> {
  alias: string;
  /** What names a row of the table; `tenant_id` and `id` where nothing is said. */
  primaryKey?: readonly string[];
  /** What ends ties, unique in the list; `id` where nothing is said. */
  id?: string;
  /** The rows that the caller may see. */
  scope: (session: Session, alias: string, deps: Deps) => Sql;
  sort: Record<SortFieldOf<E>, SortKey>;
  /** The order where none is asked for, and of the export. */
  usual: readonly [SortFieldOf<E> | SortKey, Order];
  /** Each row has its tenant (`withTenant`), for users who see several. */
  ofTenants?: true;
  /** What a row needs to be shown, joined to the rows of the page alone; it neither drops nor repeats one. */
  joins?: Sql;
  /** How a row looks, or SQL that makes JSON of it. */
  row: RowShape<Read> | Sql | ((call: Call<unknown, Session>) => RowShape<Read> | Sql);
  /** Makes what goes out of the rows of a page, where SQL alone doesn't. */
  present?: (rows: Read[], call: Call<unknown, Session>) => RowOf<E>[] | Promise<RowOf<E>[]>;
}

type Definition<E extends ListEndpoint, Read> = Source<FiltersOf<E>> & Shape<E, Read>;

/** A list as the query, its count, its cursor and its export have it. */
export type List<E extends ListEndpoint, Read = OwnRowOf<E>> = Definition<E, Read> & { endpoint: E };

/** Declares the list that an endpoint of the contract pages through. */
export function listOf<E extends ListEndpoint, Read = OwnRowOf<E>>(
  endpoint: E,
  definition: Definition<E, Read>,
): List<E, Read> {
  return { endpoint, ...definition };
}

/** SQL of the rows that the caller may see, of those that the filters leave; without the joins. */
export function partsOf<E extends ListEndpoint, Read>(
  { from, alias, scope, filters: conditions }: List<E, Read>,
  viewer: Viewer,
  filters: FiltersOf<E>,
): { table: Sql; where: Sql } {
  const given = Object.entries<Condition<never>>(conditions ?? {}).map(([name, condition]) => {
    const value = filters[name as keyof FiltersOf<E>];
    return value === undefined || value === '' ? null : condition(value as never, viewer);
  });
  return {
    table: sql`${typeof from === 'string' ? raw(from) : from(viewer, filters)} ${raw(alias)}`,
    where: allOf([scope(viewer.session, alias, viewer.deps), ...given]),
  };
}

/** What the list is ordered by where the caller asks for that, and which way. */
export function orderOf<E extends ListEndpoint, Read>(
  { sort: keys, usual }: List<E, Read>,
  asked?: PageInput['sort'],
): { column: string; type: KeyType; direction: 'ASC' | 'DESC' } {
  const [field, order] = asked ? [asked.field as SortFieldOf<E>, asked.order] : usual;
  const { column, type }: SortKey = typeof field === 'object' ? field : keys[field];
  return {
    column: typeof column === 'string' ? column : column[order],
    type,
    direction: order === 'desc' ? 'DESC' : 'ASC',
  };
}

import { keyword } from '@xyxlx/contracts/fields';
import { defaultPageSize, maxPageSize } from '@xyxlx/contracts/paging';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** How one filter is written in the address. */
export interface FilterCodec<T> {
  read(text: string): T | undefined;
  write(value: T): string;
}

/** A filter of free text; what the wire would refuse is ignored. */
export const text: FilterCodec<string> = {
  read: (value) => keyword.safeParse(value.trim()).data,
  write: (value) => value,
};

/** A filter that takes one of the named values; anything else in the address is ignored. */
export function choice<const T extends string>(values: readonly T[]): FilterCodec<T> {
  return { read: (value) => values.find((known) => known === value), write: (value) => value };
}

/** A filter that takes several of the named values; unknown ones in the address are ignored. */
export function choices<const T extends string>(values: readonly T[]): FilterCodec<T[]> {
  return {
    read: (value) => {
      const known = values.filter((one) => value.split(',').includes(one));
      return known.length > 0 ? known : undefined;
    },
    write: (value) => value.join(','),
  };
}

type Codecs = Record<string, FilterCodec<unknown>>;

/** The values of a list's filters; an absent one does not filter. */
type FiltersOf<C> = { [Name in keyof C]?: C[Name] extends FilterCodec<infer T> ? T : never };

export interface Sort<F extends string> {
  field: F;
  order: 'asc' | 'desc';
}

/** What a paged list is asked for. */
type ListInput<C, F extends string> = FiltersOf<C> & {
  pageNum: number;
  pageSize: number;
  sort?: Sort<F>;
};

/** The part of a list's state that the table works with. */
export interface ListPaging<F extends string = string> {
  pageNum: number;
  pageSize: number;
  sort: Sort<F> | undefined;
  /** Whether some rows are left out on purpose. */
  isFiltered: boolean;
  setPage(pageNum: number, pageSize: number): void;
  /** Goes to another page because there is none where one is: that was no step to come back to. */
  correctPage(pageNum: number): void;
  setSort(sort: Sort<F> | undefined): void;
}

interface ListShape<C, F extends string> {
  filters: C;
  sortFields: readonly F[];
  /** Where it is not the usual one. */
  pageSize?: number;
}

/**
 * A list's filters, sort and page, kept in the address: reload, back and a sent link show the same rows.
 * `shape` must be a constant outside the component.
 */
export function useListState<C extends { [Name in keyof C]: FilterCodec<unknown> }, const F extends string>(
  shape: ListShape<C, F>,
) {
  const [search, setSearch] = useSearchParams();

  return useMemo(() => {
    const filters = readFilters(search, shape.filters);
    const pageNum = readNumber(search.get('pageNum'), 1, 1_000_000);
    const usualSize = shape.pageSize ?? defaultPageSize;
    const pageSize = readNumber(search.get('pageSize'), usualSize, maxPageSize);
    const sort = readSort(search.get('sort'), shape.sortFields);

    function change(changes: Record<string, string | undefined>, options?: { replace: boolean }): void {
      setSearch((previous) => {
        const next = new URLSearchParams(previous);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      }, options);
    }

    return {
      filters,
      input: { ...filters, pageNum, pageSize, ...(sort && { sort }) } as ListInput<C, F>,
      paging: {
        pageNum,
        pageSize,
        sort,
        isFiltered: Object.keys(filters).length > 0,
        setPage: (page, size) =>
          change({ pageNum: numberText(page, 1), pageSize: numberText(size, usualSize) }),
        correctPage: (page) => change({ pageNum: numberText(page, 1) }, { replace: true }),
        // Another order is another list: it starts at its first page.
        setSort: (next) => change({ sort: next && `${next.field}.${next.order}`, pageNum: undefined }),
      } satisfies ListPaging<F>,
      setFilters(next: FiltersOf<C>): void {
        change({ ...writeFilters(next, shape.filters), pageNum: undefined });
      },
    };
  }, [search, setSearch, shape]);
}

function readFilters<C>(search: URLSearchParams, codecs: C): FiltersOf<C> {
  const entries = Object.entries(codecs as Codecs).map(([name, codec]) => [
    name,
    codec.read(search.get(name) ?? ''),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as FiltersOf<C>;
}

function writeFilters<C>(values: FiltersOf<C>, codecs: C): Record<string, string | undefined> {
  const given = values as Record<string, unknown>;
  const entries = Object.entries(codecs as Codecs).map(([name, codec]) => {
    const value = given[name];
    return [name, value === undefined || value === null ? undefined : codec.write(value)] as const;
  });
  return Object.fromEntries(entries);
}

function readSort<F extends string>(value: string | null, fields: readonly F[]): Sort<F> | undefined {
  const [name, order] = value?.split('.') ?? [];
  const field = fields.find((known) => known === name);
  return field && (order === 'asc' || order === 'desc') ? { field, order } : undefined;
}

function readNumber(value: string | null, fallback: number, most: number): number {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : fallback;
}

function numberText(value: number, usual: number): string | undefined {
  return value === usual ? undefined : String(value);
}

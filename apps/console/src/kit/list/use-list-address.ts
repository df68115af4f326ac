import { defaultPageSize, maxPageSize } from '@xyxlx/contracts/paging';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import type { Filter, FilterValues } from '../filters/filter.ts';

export interface Sort {
  field: string;
  order: 'asc' | 'desc';
}

interface AddressShape {
  filters: readonly Filter[];
  sortFields: readonly string[];
  /** Rows of a page where the address says nothing. */
  pageSize?: number;
}

/** What an address asks a list for. */
export interface AskedByAddress {
  values: FilterValues;
  pageNum: number;
  pageSize: number;
  sort: Sort | undefined;
}

/**
 * A list's filters, sort and page, kept in the address: reload, back and a sent link show the same rows. `onNext` is told what the next
 * address asks for as soon as that is known, which is before it is rendered.
 */
export function useListAddress(shape: AddressShape, onNext?: (next: AskedByAddress) => void) {
  const { filters, sortFields, pageSize: defaultSize = defaultPageSize } = shape;
  const [search, setSearch] = useSearchParams();

  const change = useStableCallback(
    (changes: Record<string, string | undefined>, options?: { replace: boolean }) => {
      setSearch((previous) => {
        const next = new URLSearchParams(previous);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        onNext?.(readAddress(next, shape));
        return next;
      }, options);
    },
  );

  const asked = useMemo(
    () => readAddress(search, { filters, sortFields, pageSize: defaultSize }),
    [search, filters, sortFields, defaultSize],
  );
  const steps = useMemo(
    () => ({
      setPage: (pageNum: number, pageSize: number) =>
        change({ pageNum: numberText(pageNum, 1), pageSize: numberText(pageSize, defaultSize) }),
      /** Goes to another page because there is none where one is: that was no step to come back to. */
      correctPage: (pageNum: number) => change({ pageNum: numberText(pageNum, 1) }, { replace: true }),
      // Another order is another list: it starts at its first page.
      setSort: (sort: Sort | undefined) =>
        change({ sort: sort && `${sort.field}.${sort.order}`, pageNum: undefined }),
      setValues: (values: FilterValues) => change({ ...writeValues(values, filters), pageNum: undefined }),
    }),
    [change, filters, defaultSize],
  );
  return { ...asked, ...steps };
}

export type ListAddress = ReturnType<typeof useListAddress>;

function readAddress(
  search: URLSearchParams,
  { filters, sortFields, pageSize = defaultPageSize }: AddressShape,
): AskedByAddress {
  return {
    values: readValues(search, filters),
    pageNum: readNumber(search.get('pageNum'), 1, 1_000_000),
    pageSize: readNumber(search.get('pageSize'), pageSize, maxPageSize),
    sort: readSort(search.get('sort'), sortFields),
  };
}

/** What the filters are in an address. */
export function readValues(search: URLSearchParams, filters: readonly Filter[]): FilterValues {
  const read = filters.map((filter) => [filter.name, filter.read(search.get(filter.name) ?? '')]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

function writeValues(values: FilterValues, filters: readonly Filter[]): Record<string, string | undefined> {
  return Object.fromEntries(
    filters.map((filter) => {
      const value = values[filter.name];
      return [filter.name, value === undefined || value === null ? undefined : filter.write(value)];
    }),
  );
}

function readSort(value: string | null, fields: readonly string[]): Sort | undefined {
  const [name = '', order] = value?.split('.') ?? [];
  return fields.includes(name) && (order === 'asc' || order === 'desc') ? { field: name, order } : undefined;
}

function readNumber(value: string | null, fallback: number, most: number): number {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : fallback;
}

function numberText(value: number, usual: number): string | undefined {
  return value === usual ? undefined : String(value);
}

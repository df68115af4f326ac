import { z } from 'zod';

export const maxPageSize = 200;
export const defaultPageSize = 20;

/** The input of a paged list: page, sort by one of the named fields, and the list's filters. */
export function pageInput<const F extends readonly [string, ...string[]], S extends z.ZodRawShape>(
  sortFields: F,
  filters: S,
) {
  return z.strictObject({
    pageNum: z.int().min(1).max(1_000_000).default(1),
    pageSize: z.int().min(1).max(maxPageSize).default(defaultPageSize),
    sort: z.strictObject({ field: z.enum(sortFields), order: z.enum(['asc', 'desc']) }).optional(),
    ...filters,
  });
}

/** The result of a paged list. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.strictObject({
    list: z.array(row),
    total: z.int().min(0),
    pageNum: z.int(),
    pageSize: z.int(),
  });
}

/** The input of a list that can pass 100,000 rows: as `pageInput`, with a `cursor` that makes any depth as fast as the first page. */
export function cursorPageInput<const F extends readonly [string, ...string[]], S extends z.ZodRawShape>(
  sortFields: F,
  filters: S,
) {
  return pageInput(sortFields, { ...filters, cursor: z.string().max(500).optional() });
}

/** The result of such a list: `cursor` leads to the next page (null at the end); `total` may be capped. */
export function cursorPageOf<T extends z.ZodType>(row: T) {
  return z.strictObject({
    list: z.array(row),
    total: z.int().min(0),
    totalIsEstimate: z.boolean(),
    pageNum: z.int(),
    pageSize: z.int(),
    cursor: z.string().nullable(),
  });
}

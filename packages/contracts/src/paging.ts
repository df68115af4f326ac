import { z } from 'zod';
import { bulkIds, id } from './fields.ts';
import { option } from './option.ts';

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

/** The filter of a list in which a platform administrator sees several tenants' records. */
export const tenantFilter = { tenantId: id.optional() };

/** A row of such a list with its tenant; null for users who see one tenant. */
export function withTenant<S extends z.ZodRawShape>(row: z.ZodObject<S>) {
  return row.extend({ tenant: option.nullable() });
}

/** More rows than these are not added up while somebody waits. */
export const summedUpTo = 100_000;

/** The input of a list's sums: its filters, or the records that were picked. */
export function sumInput<S extends z.ZodRawShape>(filters: S) {
  return z.strictObject({ ...filters, ids: bulkIds.optional() });
}

/**
 * The sums, in fen, over everything that a list is filtered to, and how many records that is. Where there are more than `summedUpTo`
 * they are null: a part of them would say nothing.
 */
export function sumsOf<S extends z.ZodRawShape>(figures: S) {
  return z.strictObject({ count: z.int().min(0), sums: z.strictObject(figures).nullable() });
}

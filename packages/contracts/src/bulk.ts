import { z } from 'zod';
import { id } from './fields.ts';

/** The records that one action is to be done to, each by itself. */
export const bulkIds = z.array(id).min(1).max(500);

/** What became of each record, in the order they were given; one that failed never stops the others. */
export const bulkResult = z.strictObject({
  done: z.int().min(0),
  failed: z.int().min(0),
  rows: z.array(
    z.strictObject({
      id,
      ok: z.boolean(),
      /** Why it failed, in the request's language; empty when it did not. */
      message: z.string(),
    }),
  ),
});
export type BulkResult = z.infer<typeof bulkResult>;

/** A record as pickers and filters offer it. */
export const option = z.strictObject({ id, name: z.string() });

/** Such a thing with the name of its tenant, for a caller who sees several and would find the same name twice; null for others. */
export const tenantOption = option.extend({ tenant: z.string().nullable() });
export type TenantOption = z.infer<typeof tenantOption>;

/** What an export of many rows answers instead of its file: the job that makes it, to be fetched by `/job/downloadExport`. */
export const exportStarted = z.strictObject({ jobId: id });

/** A file of what is filtered, as exports take it. */
export const fileFormats = ['xlsx', 'csv'] as const;
export const fileFormat = z.enum(fileFormats).default('xlsx');

import { z } from 'zod';
import { id } from './fields.ts';
import { waits } from './waits.ts';

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

/** As `bulkResult`, of an act that may have to wait for a checker: what waits is neither done nor failed. */
export const bulkActResult = bulkResult.extend({
  waiting: z.int().min(0),
  rows: z.array(bulkResult.shape.rows.element.extend(waits)),
});
export type BulkActResult = z.infer<typeof bulkActResult>;

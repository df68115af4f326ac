import { z } from 'zod';
import { id } from './fields.ts';

/** A record as pickers and filters offer it. */
export const option = z.strictObject({ id, name: z.string() });
export type Option = z.infer<typeof option>;

/** Any record, by its kind as operations name it; the id of a day's close is made from the company and the day. */
export const recordRef = z.strictObject({ type: z.string(), id: z.guid() });

/** A record of a picker with the name of its tenant, for a caller who sees several and would find the same name twice; null for others. */
export const tenantOption = option.extend({ tenant: z.string().nullable() });
export type TenantOption = z.infer<typeof tenantOption>;

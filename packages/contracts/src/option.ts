import { z } from 'zod';
import { id } from './fields.ts';

/** A record as pickers and filters offer it. */
export const option = z.strictObject({ id, name: z.string() });
export type Option = z.infer<typeof option>;

/** Such a thing with the name of its tenant, for a caller who sees several and would find the same name twice; null for others. */
export const tenantOption = option.extend({ tenant: z.string().nullable() });
export type TenantOption = z.infer<typeof tenantOption>;

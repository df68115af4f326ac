import { z } from 'zod';

/** The account that the payer of a transfer sends it to, by name and whole number. */
export const payTo = z.strictObject({ name: z.string(), bank: z.string(), accountNo: z.string() });
export type PayTo = z.infer<typeof payTo>;

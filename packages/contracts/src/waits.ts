import { id } from './fields.ts';

/** What an act answers that may have to wait for a checker: the approval that it waits for; null once it is done. */
export const waits = { approvalId: id.nullable() };
export interface Waits {
  approvalId: string | null;
}

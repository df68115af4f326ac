import { z } from 'zod';

export const issue = z.strictObject({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issue>;

/** Every JSON answer of the API: `{code, success, msg, result}`. */
export function envelope<T extends z.ZodType>(result: T) {
  return z.strictObject({
    code: z.int(),
    success: z.boolean(),
    msg: z.string(),
    result: result.nullable(),
  });
}

/** What an answer looks like before anything is known about its `result`. */
export interface Envelope<T = unknown> {
  code: number;
  success: boolean;
  msg: string;
  result: T | null;
}

/** What the console knows of a failed call. */
export interface WireErrorData {
  /** The body's code, or 0 when no answer came. */
  code: number;
  httpStatus: number;
  requestId: string | null;
  issues: Issue[];
  /** What came with the refusal, where it is more than words. */
  result?: unknown;
  retryAfterSeconds: number | null;
}

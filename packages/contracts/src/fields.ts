import { z } from 'zod';

export const id = z.uuid();
/** A mobile number of mainland China. */
export const mobileNumberPattern = /^1[3-9]\d{9}$/;
export const mobileNumber = z.string().regex(mobileNumberPattern);
/** What somebody signs in with: such a number or an e-mail address (手机号/邮箱). */
export const mobile = z
  .string()
  .max(120)
  .regex(/^(1[3-9]\d{9}|[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,60}\.[^\s@\p{Cc}]{2,20})$/u);
/** A password as typed; only its length is a matter of form, its strength a rule of the server. */
export const passwordText = z.string().min(1).max(128);
/** The number an edit sends back; a stale one is refused with 406. */
export const version = z.int().min(1).max(2_147_483_647);
/** An instant as ISO-8601 in UTC with `Z`. */
export const instant = z.iso.datetime();
/** The days that somebody can mean: what lies outside is a slip of the hand, or made to do harm. */
export const days = { first: '1900-01-01', last: '2100-12-31' } as const;
const isMeant = (text: string) => text.slice(0, 10) >= days.first && text.slice(0, 10) <= days.last;
/** A calendar day in Asia/Shanghai. */
export const day = z.iso.date().refine(isMeant, { params: days });
/** An instant that somebody chose. */
export const chosenInstant = instant.refine(isMeant, { params: days });
/** Money in fen (分), any sign. */
export const fen = z.int();
/** Money in fen (分), zero or more. */
export const fenNotNegative = z.int().min(0);
/** Money in fen (分) that moves: at least one fen, at most 10 billion yuan. */
export const fenPositive = z.int().min(1).max(1_000_000_000_000);
/** One line of text, trimmed by the sender: no control characters. */
export function line(max: number) {
  return z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u);
}
/** What an optional search box sends: matched literally, never as a pattern. */
export const keyword = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u);
/** The result of an action that answers nothing. */
export const nothing = z.null();
/** The input of an action that takes nothing. */
export const noInput = z.strictObject({});
/** An optional free remark, empty allowed. */
export const remark = z.string().max(500);
/** Why an operator did something; always shown in the history. */
export const reason = line(200);
/** The unified social credit code (统一社会信用代码) as written; its check digit is a rule of the server. */
export const creditCode = z.string().regex(/^[0-9A-HJ-NPQRTUWXY]{18}$/);
/** When and by whom a record was made and last changed. */
export const stamps = {
  createdAt: instant,
  createdBy: z.string().nullable(),
  updatedAt: instant,
  updatedBy: z.string().nullable(),
};

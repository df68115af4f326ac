import { z } from 'zod';
import type { Label } from './endpoint.ts';
import { keywordForm, mobileForm, passwordMaxLength } from './text-forms.ts';

/** What a pattern asks for, in words that follow 须为 and "must be"; with the most characters it can take, where no check of the schema says so. */
interface Format extends Label {
  maxLength?: number;
}
/** The words of the patterns below and of other contracts, for forms. */
export const formats = z.registry<Format>();

/** The most characters a text can have by its schema; undefined without a limit. */
export function longest(schema: z.ZodString | z.ZodStringFormat): number | undefined {
  return schema.maxLength ?? formats.get(schema)?.maxLength;
}

/** Words in both languages, where the reader's is known only to who shows them. */
export const label = z.strictObject({ zh: z.string(), en: z.string() });

/** A text of digits alone. */
export function digits(min: number, max = min) {
  const count = min === max ? `${min}` : `${min},${max}`;
  const range = min === max ? `${min}` : `${min}–${max}`;
  return z
    .string()
    .regex(new RegExp(`^\\d{${count}}$`))
    .register(formats, { zh: `${range} 位数字`, en: `${range} digits`, maxLength: max });
}

export const id = z.uuid();
/** A mobile number of mainland China. */
export const mobileNumberPattern = /^1[3-9]\d{9}$/;
export const mobileNumber = z
  .string()
  .regex(mobileNumberPattern)
  .register(formats, { zh: '11 位手机号', en: 'a mobile number of 11 digits', maxLength: 11 });
/** What somebody signs in with: such a number or an e-mail address (手机号/邮箱). */
export const mobile = z
  .string()
  .max(mobileForm.maxLength)
  .regex(mobileForm.pattern)
  .register(formats, { zh: '正确的手机号或邮箱', en: 'a mobile number or an e-mail address' });
/** A password as typed; only its length is a matter of form, its strength a rule of the server. */
export const passwordText = z.string().min(1).max(passwordMaxLength);
/** The number an edit sends back; a stale one is refused with 406. */
export const version = z.int().min(1).max(2_147_483_647);
/** An instant as ISO-8601 in UTC with `Z`. */
export const instant = z.iso.datetime();
/** The days that somebody can mean: what lies outside is a slip of the hand, or made to do harm. */
export const days = { first: '1900-01-01', last: '2100-12-31' } as const;
const dayWords = {
  zh: `${days.first} 至 ${days.last} 之间的日期`,
  en: `a date from ${days.first} to ${days.last}`,
};
const isMeant = (text: string) => text.slice(0, 10) >= days.first && text.slice(0, 10) <= days.last;
/** A calendar day in Asia/Shanghai. */
export const day = z.iso.date().refine(isMeant, { params: days }).register(formats, dayWords);
/** An instant that somebody chose. */
export const chosenInstant = instant.refine(isMeant, { params: days }).register(formats, dayWords);
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
    .regex(/^[^\p{Cc}]*$/u)
    .register(formats, { zh: '一行文字', en: 'one line of text' });
}
/** What an optional search box sends: matched literally, never as a pattern. */
export const keyword = z.string().min(1).max(keywordForm.maxLength).regex(keywordForm.pattern);
/** The result of an action that answers nothing. */
export const nothing = z.null();
/** The input of an action that takes nothing. */
export const noInput = z.strictObject({});
/** An optional free remark, empty allowed. */
export const remark = z.string().max(500);
/** Why an operator did something; always shown in the history. */
export const reason = line(200);
/** The unified social credit code (统一社会信用代码) as written; its check digit is a rule of the server. */
export const creditCode = z
  .string()
  .regex(/^[0-9A-HJ-NPQRTUWXY]{18}$/)
  .register(formats, {
    zh: '18 位数字或大写字母，最后一位是校验码',
    en: '18 digits or capital letters, the last of which checks the others',
    maxLength: 18,
  });
/** A taxpayer's number: capital letters and digits. */
export const taxNo = z
  .string()
  .regex(/^[0-9A-Z]{15,20}$/)
  .register(formats, {
    zh: '15 至 20 位大写字母或数字',
    en: '15 to 20 capital letters or digits',
    maxLength: 20,
  });
/** When and by whom a record was made and last changed. */
export const stamps = {
  createdAt: instant,
  createdBy: z.string().nullable(),
  updatedAt: instant,
  updatedBy: z.string().nullable(),
};

/** The records that one action is to be done to, each by itself. */
export const bulkIds = z.array(id).min(1).max(500);

/** A channel's own number of what it tells of or asks for. */
export const channelNumber = z
  .string()
  .regex(/^[\w-]{8,40}$/)
  .register(formats, {
    zh: '8 至 40 位字母、数字、下划线或连字符',
    en: '8–40 letters, digits, underscores or hyphens',
    maxLength: 40,
  });
/** A tenant's own number of a merchant or a card, as a channel names it. */
export const namedNumber = z
  .string()
  .regex(/^[\w-]{1,40}$/)
  .register(formats, {
    zh: '字母、数字、下划线或连字符，最多 40 位',
    en: 'at most 40 letters, digits, underscores or hyphens',
    maxLength: 40,
  });
/** A tracking number or a coupon's code as it is typed. */
export const deliveryNo = z
  .string()
  .regex(/^\w[\w-]{3,63}$/)
  .register(formats, {
    zh: '4 至 64 位字母、数字、下划线或短横线',
    en: '4 to 64 letters, digits, underscores or hyphens',
    maxLength: 64,
  });

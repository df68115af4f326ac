import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, fen, id, instant, label } from './fields.ts';
import type { Permission } from './permissions.ts';
import { type Tone, valuesOf, type WordsOf } from './words.ts';

/** The kinds of record that have a page of their own, with all that touched them. */
export const pageKinds = ['merchant', 'employee', 'consumption', 'bill'] as const;
export type PageKind = (typeof pageKinds)[number];

/** What an entry is about: each is told to whoever may see the list of such things. */
export const timelineKindWords = {
  RECORD: { zh: '资料与状态', en: 'Data and state' },
  APPROVAL: { zh: '审批', en: 'Approvals' },
  BILL: { zh: '账单', en: 'Bills' },
  PAYMENT: { zh: '消费与退款', en: 'Payments and refunds' },
  LIMIT: { zh: '额度', en: 'Limits' },
  CARD: { zh: '支付卡', en: 'Cards' },
  LOTTERY: { zh: '抽奖', en: 'Lottery' },
  INVOICE: { zh: '开票', en: 'Invoices' },
  VOUCHER: { zh: '记账凭证', en: 'Vouchers' },
  RISK: { zh: '合规案件', en: 'Cases' },
} as const satisfies WordsOf<string>;
export const timelineKinds = valuesOf(timelineKindWords);
export type TimelineKind = keyof typeof timelineKindWords;

/** Something that touched a record: when, who, what in words, how much, and what it is about. */
const timelineEntry = z.strictObject({
  /** Its own among the entries of the record. */
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: instant,
  /** The day in Asia/Shanghai that it adds up; null: a moment. */
  day: day.nullable(),
  /** Null: nobody who is known. */
  by: z.string().nullable(),
  title: label,
  /** How what it is about stands now, with its words: of all kinds together they weigh too much to have them where it is shown. */
  state: z
    .strictObject({
      words: label,
      tone: z.enum(['good', 'waiting', 'bad', 'quiet', 'info'] satisfies Tone[]),
    })
    .nullable(),
  /** In fen; null where nothing moved. */
  amount: fen.nullable(),
  /** Why, or what was written. */
  text: z.string().nullable(),
  /** The record that it leads to, as the log names its kinds, and its number. */
  about: z.strictObject({ type: z.string(), id, number: z.string().nullable() }).nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** The endpoint that tells what touched a record, the newest first; each entry with the permission and the data scope of what it is about. */
export function timelineOf(permission: Permission) {
  return endpoint({
    kind: 'query',
    access: 'session',
    permission,
    summary: {
      zh: '时间线：与该记录有关的一切，新的在前；各类只含本人列表可见的',
      en: 'What touched the record, the newest first; of each kind what the caller’s lists show',
    },
    input: z.strictObject({
      id,
      kind: z.array(z.enum(timelineKinds)).min(1).optional(),
      cursor: z.string().max(500).optional(),
    }),
    output: z.strictObject({
      /** What the caller is told of, there being such a thing or not. */
      kinds: z.array(z.enum(timelineKinds)),
      list: z.array(timelineEntry),
      cursor: z.string().nullable(),
    }),
  });
}

import { z } from 'zod';
import { instant } from './fields.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** How far an e-mail about a record is. */
export const mailStateWords = {
  WAITING: { zh: '待发送', en: 'To be sent', tone: 'waiting' },
  SENT: { zh: '已发送', en: 'Sent', tone: 'good' },
  FAILED: { zh: '发送失败', en: 'Not sent', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const mailStates = valuesOf(mailStateWords);
export type MailState = keyof typeof mailStateWords;

/** The e-mail about a record, as that shows it. */
export const mailOf = z.strictObject({
  state: z.enum(mailStates),
  /** How often it was tried. */
  attempts: z.int().min(0),
  sentAt: instant.nullable(),
  /** When it is tried next, of one that waits. */
  dueAt: instant.nullable(),
  /** Why the newest attempt failed; null where none did. */
  failure: z.strictObject({ zh: z.string(), en: z.string() }).nullable(),
});

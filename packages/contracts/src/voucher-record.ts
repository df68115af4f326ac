import { z } from 'zod';
import { approvalStates } from './approval.ts';
import { attachmentRow } from './attachment.ts';
import { day, fen, id, instant, version } from './fields.ts';
import { accountCode, ledgerPeriod } from './ledger-fields.ts';
import { option } from './option.ts';
import { voucherKinds, voucherStates, voucherWords } from './voucher-kinds.ts';

/** An account as lines and ledgers name it. */
export const accountName = z.strictObject({
  id,
  code: accountCode,
  name: z.string(),
  /** With the names of the accounts above it: 银行存款—基本户. */
  fullName: z.string(),
});

/** A voucher as the list has it. */
export const voucherRow = z.strictObject({
  id,
  /** 记-0012; null until it is approved. */
  voucherNo: z.string().nullable(),
  word: z.enum(voucherWords),
  number: z.int().min(1).nullable(),
  date: day,
  period: ledgerPeriod,
  kind: z.enum(voucherKinds),
  state: z.enum(voucherStates),
  /** Of its first line. */
  summary: z.string(),
  /** Σ借, in fen; below zero of a reversal. */
  debitAmount: fen,
  lineCount: z.int(),
  /** 附单据张数. */
  attachmentCount: z.int(),
  /** The names; 系统 where the service made it. */
  maker: z.string(),
  approver: z.string().nullable(),
  poster: z.string().nullable(),
  createdAt: instant,
  version,
});
export type VoucherRow = z.infer<typeof voucherRow>;

export const voucherLine = z.strictObject({
  lineNo: z.int().min(1),
  summary: z.string(),
  account: accountName,
  company: option.nullable(),
  /** In fen; one of the two is 0. Below zero only of a reversal. */
  debitAmount: fen,
  creditAmount: fen,
});
export type VoucherLine = z.infer<typeof voucherLine>;

const otherVoucher = z.strictObject({ id, voucherNo: z.string().nullable(), period: ledgerPeriod });

/** A voucher with its lines. */
export const voucherDetail = voucherRow.extend({
  lines: z.array(voucherLine),
  attachments: z.array(attachmentRow),
  /** Of a reversal: what it reverses. Of what was reversed, or is to be: its reversal. */
  reverses: otherVoucher.nullable(),
  reversedBy: otherVoucher.nullable(),
  /** What it waits for, or was decided by last; of what was reversed, its reversal's. */
  approval: z.strictObject({ id, state: z.enum(approvalStates) }).nullable(),
  /** Why the last checker sent it back, or why it was reversed; null otherwise. */
  reason: z.string().nullable(),
  /** What it was made from, of an automatic one: the day or document, and how many postings. */
  slot: z
    .strictObject({
      id,
      bookDate: day,
      kind: z.string(),
      part: z.int(),
      docType: z.string().nullable(),
      docId: id.nullable(),
      postingCount: z.int(),
    })
    .nullable(),
});
export type VoucherDetail = z.infer<typeof voucherDetail>;

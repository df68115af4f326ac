import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, fen, id, instant, reason } from './fields.ts';
import { ledgerPeriod } from './ledger-fields.ts';
import { tenantFilter } from './paging.ts';
import { transitions } from './transitions.ts';
import { ledgerPeriodStates, ledgerPeriodStateWords } from './voucher-kinds.ts';
import { waits } from './waits.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What must be true before a period is closed, in the order in which it is looked at. */
export const periodCheckWords = {
  PREVIOUS_CLOSED: { zh: '上期已结账', en: 'The period before is closed' },
  SLOTS_SEALED: { zh: '业务流水已全部归集', en: 'Every posting is in a voucher' },
  VOUCHERS_POSTED: { zh: '凭证已全部过账', en: 'Every voucher is posted' },
  NUMBERS_CONTINUOUS: { zh: '凭证号连续', en: 'Numbers have no gap' },
  BALANCED: { zh: '借贷平衡', en: 'Debits are credits' },
  CONTROLLED_MIRROR: {
    zh: '受控科目与业务余额一致',
    en: 'Controlled accounts are what the business has',
  },
} as const satisfies WordsOf<string>;
export const periodChecks = valuesOf(periodCheckWords);
export type PeriodCheck = keyof typeof periodCheckWords;

const periodRow = z.strictObject({
  period: ledgerPeriod,
  state: z.enum(ledgerPeriodStates),
  /** What waits for a checker. */
  requested: z.enum(['CLOSE', 'REOPEN']).nullable(),
  approvalId: id.nullable(),
  /** Its last day is over. */
  isOver: z.boolean(),
  /** Of its vouchers, and of those that are not posted, with their Σ借 in fen. */
  voucherCount: z.int(),
  unpostedCount: z.int(),
  unpostedAmount: fen,
  /** Why the last closing gave up, in the request's language; null otherwise. */
  hindrance: z.string().nullable(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
});
export type PeriodRow = z.infer<typeof periodRow>;

const checked = z.strictObject({
  check: z.enum(periodChecks),
  ok: z.boolean(),
  /** How many things hinder it. */
  count: z.int(),
  /** What hinders, in the request's language: the first twenty. */
  details: z.array(z.string()),
});

/** 期间: months that are open, being closed, or closed. */
export const voucherPeriod = {
  queryPeriod: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: { zh: '会计期间', en: 'The periods of a year' },
    input: z.strictObject({ ...tenantFilter, year: z.int().min(2000).max(2100).optional() }),
    /** In their order; without a year: the present one. */
    output: z.array(periodRow).max(12),
  }),
  checkPeriod: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: { zh: '结账检查', en: 'What hinders the closing of a period' },
    input: z.strictObject({ ...tenantFilter, period: ledgerPeriod }),
    output: z.strictObject({
      period: ledgerPeriod,
      checks: z.array(checked),
      /** By day: Σ借 of vouchers that are not posted, and postings that no voucher has yet; in fen. Days without are left out. */
      unposted: z.array(z.strictObject({ day, voucherAmount: fen, postingAmount: fen })).max(31),
    }),
  }),
  closePeriod: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.close',
    logs: 'ledgerPeriod',
    idempotent: true,
    summary: { zh: '申请结账（须他人审核）', en: 'Ask to close a period; somebody else approves it' },
    input: z.strictObject({ period: ledgerPeriod }),
    output: periodRow.extend(waits),
  }),
  reopenPeriod: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.close',
    logs: 'ledgerPeriod',
    idempotent: true,
    summary: { zh: '申请反结账（须他人审核）', en: 'Ask to reopen a period; somebody else approves it' },
    input: z.strictObject({ period: ledgerPeriod, reason }),
    output: periodRow.extend(waits),
  }),
};

export const periodTransitions = transitions({
  area: 'voucher',
  record: { zh: '会计期间', en: 'Period' },
  words: ledgerPeriodStateWords,
  initial: ['OPEN'],
  endpoints: voucherPeriod,
  actions: {},
  automatic: {
    close: {
      by: { zh: '结账审批通过', en: 'Its closing is approved' },
      from: ['OPEN'],
      to: ['CLOSING'],
      effect: { zh: '此后的流水记入下一期间', en: 'What is posted from then on goes to the next period' },
    },
    finishClosing: {
      by: { zh: '结账任务完成', en: 'The job is done' },
      from: ['CLOSING'],
      to: ['CLOSED'],
      effect: { zh: '结转凭证与余额快照', en: 'Closing voucher and snapshots' },
    },
    giveUpClosing: {
      by: { zh: '结账检查未通过', en: 'A check failed' },
      from: ['CLOSING'],
      to: ['OPEN'],
    },
    reopen: {
      by: { zh: '反结账审批通过', en: 'Its reopening is approved' },
      from: ['CLOSED'],
      to: ['OPEN'],
      effect: {
        zh: '结转凭证红字冲销，快照删除',
        en: 'The closing voucher is reversed, and the snapshots go',
      },
    },
  },
});

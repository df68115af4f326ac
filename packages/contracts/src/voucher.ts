import { z } from 'zod';
import { maxAttachments } from './attachment.ts';
import { bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { day, fenNotNegative, fenPositive, id, keyword, line, nothing, reason, version } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { ledgerPeriod } from './ledger-fields.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { voucherKinds, voucherStates, voucherStateWords, voucherWords } from './voucher-kinds.ts';
import { voucherDetail, voucherLine, voucherRow } from './voucher-record.ts';
import { waits } from './waits.ts';

/** The most vouchers that are posted or approved, and that are printed, at once. */
export const maxVouchersAtOnce = 200;
export const maxPrintedVouchers = 500;
/** The lines that somebody can write. */
export const voucherLineCount = { min: 2, max: 200 } as const;

const lineHead = { summary: line(60), accountId: id };
/** A line as it is written: one of the two amounts. */
const voucherLineInput = z.union([
  z.strictObject({ ...lineHead, debitAmount: fenPositive }),
  z.strictObject({ ...lineHead, creditAmount: fenPositive }),
]);

const written = {
  date: day,
  word: z.enum(voucherWords),
  lines: z.array(voucherLineInput).min(voucherLineCount.min).max(voucherLineCount.max),
  /** The files that belong to it, in their order. */
  attachmentIds: z
    .array(id)
    .max(maxAttachments)
    .refine((ids) => new Set(ids).size === ids.length)
    .default([]),
  /** 附单据张数: papers; no fewer than the files. */
  attachmentCount: z.int().min(0).max(maxAttachments).default(0),
};

const filters = {
  ...tenantFilter,
  period: ledgerPeriod.optional(),
  word: z.enum(voucherWords).optional(),
  number: z.int().min(1).max(9_999_999).optional(),
  kind: z.array(z.enum(voucherKinds)).min(1).optional(),
  state: z.array(z.enum(voucherStates)).min(1).optional(),
  accountId: id.optional(),
  /** Part of a line's summary. */
  keyword: keyword.optional(),
  dateFrom: day.optional(),
  dateTo: day.optional(),
  /** Σ借, in fen. */
  amountFrom: fenNotNegative.optional(),
  amountTo: fenNotNegative.optional(),
};

const step = z.strictObject({ id, version });
const many = z.strictObject({ ids: z.array(id).min(1).max(maxVouchersAtOnce) });

/** 记账凭证: what the postings come to, and what accountants write beside them. */
export const voucher = {
  queryVoucher: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: { zh: '凭证列表', en: 'List vouchers' },
    input: cursorPageInput(['date'], filters),
    output: cursorPageOf(withTenant(voucherRow)),
  }),
  getVoucher: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: { zh: '凭证详情', en: 'One voucher with its lines' },
    input: z.strictObject({ id }),
    output: voucherDetail,
  }),
  addVoucher: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.edit',
    logs: 'voucher',
    idempotent: true,
    summary: { zh: '新增手工凭证（草稿）', en: 'Write a voucher by hand, as a draft' },
    input: z.strictObject(written),
    output: voucherDetail,
  }),
  editVoucher: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.edit',
    logs: 'voucher',
    summary: { zh: '修改手工凭证草稿', en: 'Edit the draft of a voucher' },
    input: z.strictObject({ id, version, ...written }),
    output: voucherDetail,
  }),
  deleteVoucher: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.edit',
    logs: 'voucher',
    summary: { zh: '删除手工凭证草稿', en: 'Delete the draft of a voucher' },
    input: step,
    output: nothing,
  }),
  submitVoucher: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.edit',
    logs: 'voucher',
    idempotent: true,
    summary: { zh: '提交审核', en: 'Hand a voucher in for approval' },
    input: step,
    output: voucherDetail.extend(waits),
  }),
  remakeVoucher: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.edit',
    logs: 'voucher',
    idempotent: true,
    summary: {
      zh: '按归集重新生成被驳回的自动凭证并提交审核',
      en: 'Make a rejected automatic voucher anew from its postings, and submit it',
    },
    input: step,
    output: voucherDetail.extend(waits),
  }),
  approveVouchers: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.approve',
    logs: 'voucher',
    loggedAs: 'approve',
    logsDone: false,
    idempotent: true,
    summary: { zh: '批量审核通过（逐条返回结果）', en: 'Approve vouchers, row by row' },
    input: many,
    output: bulkResult,
  }),
  postVouchers: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.post',
    logs: 'voucher',
    idempotent: true,
    summary: { zh: '过账（不能是制单人，逐条返回结果）', en: 'Post vouchers, by another than their makers' },
    input: many,
    output: bulkResult,
  }),
  reverseVoucher: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'voucher.edit',
    logs: 'voucher',
    idempotent: true,
    summary: {
      zh: '红字冲销：生成红字凭证并提交审核',
      en: 'Reverse a posted voucher: its reversal is made and submitted',
    },
    input: z.strictObject({ id, version, date: day, reason }),
    output: voucherDetail.extend(waits),
  }),
  printVoucher: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.export',
    summary: { zh: '凭证打印数据', en: 'What vouchers print' },
    input: z.strictObject({ ids: z.array(id).min(1).max(maxPrintedVouchers) }),
    output: z.strictObject({
      vouchers: z.array(
        voucherRow.extend({
          /** 单位: the name of the tenant whose voucher it is. */
          unit: z.string(),
          lines: z.array(
            voucherLine.extend({
              /** 总账科目 and 明细科目: the account of the first level, and what is below it. */
              generalAccount: z.string(),
              detailAccount: z.string(),
            }),
          ),
        }),
      ),
    }),
  }),
  exportVoucher: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'voucher.export',
    logs: 'export',
    summary: { zh: '导出凭证分录', en: 'Export the lines of vouchers' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
};

export const voucherTransitions = transitions({
  area: 'voucher',
  record: { zh: '记账凭证', en: 'Voucher' },
  words: voucherStateWords,
  initial: ['DRAFT', 'PENDING'],
  endpoints: voucher,
  actions: {
    submitVoucher: {
      from: ['DRAFT'],
      to: ['PENDING'],
      guard: { zh: '手工凭证，期间未结账', en: 'Written by hand, in an open period' },
    },
    remakeVoucher: {
      from: ['DRAFT'],
      to: ['PENDING'],
      guard: { zh: '被驳回的自动凭证', en: 'An automatic one that was rejected' },
      effect: { zh: '按归集与现行科目映射重新生成', en: 'Made anew by the present mapping' },
    },
    postVouchers: {
      from: ['APPROVED'],
      to: ['POSTED'],
      guard: { zh: '不能是制单人，期间未结账', en: 'By another than its maker, in an open period' },
      effect: {
        zh: '红字凭证过账时，原凭证变为已冲销；自动凭证同时按归集重新生成',
        en: 'Of a reversal: what it reverses is reversed, and an automatic one is made anew',
      },
    },
  },
  automatic: {
    approve: {
      by: { zh: '审批通过', en: 'Approval' },
      from: ['PENDING'],
      to: ['APPROVED'],
      effect: { zh: '编号连续，不断号', en: 'It gets the next number, without a gap' },
    },
    reject: { by: { zh: '审批驳回', en: 'Rejection' }, from: ['PENDING'], to: ['DRAFT'] },
    withdraw: { by: { zh: '提交人撤回', en: 'Withdrawal' }, from: ['PENDING'], to: ['DRAFT'] },
    reverse: {
      by: { zh: '其红字凭证过账', en: 'Its reversal is posted' },
      from: ['POSTED'],
      to: ['REVERSED'],
    },
  },
});

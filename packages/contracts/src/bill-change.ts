import { z } from 'zod';
import { employeeStates } from './employee.ts';
import { endpoint } from './endpoint.ts';
import { day, fen, fenNotNegative, id, instant, keyword, reason, stamps, version } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import type {} from './home.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, sumInput, sumsOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';
import { valuesOf, type WordsOf } from './words.ts';

declare module './home.ts' {
  interface TodoKinds {
    batchReady: true;
    batchFailed: true;
  }
}

/** The ways between them stand in `limitBatchTransitions`. */
export const limitBatchStateWords = {
  CHECKING: { zh: '校验中', en: 'Checking', tone: 'info' },
  READY: { zh: '待确认', en: 'To confirm', tone: 'waiting' },
  SUBMITTED: { zh: '待审核', en: 'To be approved', tone: 'waiting' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  RUNNING: { zh: '执行中', en: 'Running', tone: 'info' },
  STOPPED: { zh: '已中止', en: 'Stopped', tone: 'bad' },
  DONE: { zh: '成功', en: 'Done', tone: 'good' },
  PARTLY_DONE: { zh: '部分成功', en: 'Partly done', tone: 'bad' },
  FAILED: { zh: '失败', en: 'Failed', tone: 'bad' },
  UNCHANGED: { zh: '无变化', en: 'Unchanged', tone: 'quiet' },
  CANCELLED: { zh: '已取消', en: 'Cancelled', tone: 'quiet' },
  UNDOING: { zh: '撤销中', en: 'Undoing', tone: 'info' },
  UNDONE: { zh: '已撤销', en: 'Undone', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const limitBatchStates = valuesOf(limitBatchStateWords);

/** 待执行 成功 失败 无变化 已撤销. */
export const limitBatchRowStateWords = {
  READY: { zh: '待执行', en: 'To do', tone: 'quiet' },
  DONE: { zh: '成功', en: 'Done', tone: 'good' },
  FAILED: { zh: '有问题', en: 'Problem', tone: 'bad' },
  UNCHANGED: { zh: '无变化', en: 'Unchanged', tone: 'quiet' },
  UNDONE: { zh: '已撤销', en: 'Undone', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const limitBatchRowStates = valuesOf(limitBatchRowStateWords);

/** One uploaded sheet of limits, from its check to its undo; all differences count against the present limits. */
export const limitBatch = z.strictObject({
  id,
  batchNo: z.string(),
  merchant: option,
  fileName: z.string(),
  sha256: z.string(),
  /** The same file was uploaded before, in the batch with this number. */
  sameAsBatchNo: z.string().nullable(),
  state: z.enum(limitBatchStates),
  reason: z.string(),
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  done: z.int(),
  increaseAmount: fenNotNegative,
  decreaseAmount: fenNotNegative,
  /** increase − decrease. */
  differenceAmount: fen,
  /** What the company's fund holds at this moment; the increase has to be covered by it. */
  fundBalance: fenNotNegative,
  undoneAmount: fenNotNegative,
  /** Whether confirming it hands it in for approval, by the tenant's threshold as it is now. */
  needsApproval: z.boolean(),
  /** The job that works on it, or worked last: `/job/getJob` knows its progress. */
  jobId: id.nullable(),
  message: z.string(),
  version,
  ...stamps,
});
export type LimitBatch = z.infer<typeof limitBatch>;

/** One line of the sheet. */
export const limitBatchRow = z.strictObject({
  id,
  rowNo: z.int(),
  employeeNo: z.string(),
  employeeName: z.string(),
  presentLimit: fenNotNegative.nullable(),
  newLimit: fenNotNegative.nullable(),
  differenceLimit: fen.nullable(),
  state: z.enum(limitBatchRowStates),
  /** Why it failed, or what became of it other than tried, in the caller's language. */
  message: z.string(),
  finishedAt: instant.nullable(),
});
export type LimitBatchRow = z.infer<typeof limitBatchRow>;

const one = z.strictObject({ id });
const step = z.strictObject({ id, version });

const filters = {
  ...tenantFilter,
  merchantId: id.optional(),
  state: z.array(z.enum(limitBatchStates)).min(1).optional(),
  /** Days in Asia/Shanghai, both included. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
};

export const billChange = {
  billLimitExport: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'limit.export',
    logs: 'export',
    summary: {
      zh: '导出现有额度，每员工一行；改后可交回 uploadBatchBillLimit',
      en: 'One row an employee with the present limit: the sheet that uploadBatchBillLimit takes back',
    },
    input: z.strictObject({
      merchantId: id,
      keyword: keyword.optional(),
      departmentId: id.optional(),
      label: keyword.optional(),
      state: z.array(z.enum(employeeStates)).min(1).optional(),
      format: fileFormat,
    }),
    output: exportStarted,
  }),
  uploadBatchBillLimit: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'limit.upload',
    logs: 'limitBatch',
    idempotent: true,
    summary: { zh: '上传批量调额文件（先试算）', en: 'Upload a sheet of new limits; it is only checked' },
    input: z.strictObject({ merchantId: id, reason }),
    /** `jobId` is the check's job; `batchId` leads to its outcome. */
    output: z.strictObject({ jobId: id, batchId: id }),
  }),
  queryBatch: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'limit.view',
    summary: { zh: '批量调额批次', en: 'List batches' },
    input: cursorPageInput(['createdAt', 'differenceAmount', 'state'], filters),
    output: cursorPageOf(withTenant(limitBatch)),
  }),
  sumBatch: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'limit.view',
    summary: { zh: '批量调额合计：减少为负', en: 'Sums of batches: decreases count below zero' },
    input: sumInput(filters),
    output: sumsOf({ increaseAmount: fen, decreaseAmount: fen, differenceAmount: fen }),
  }),
  getBatch: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'limit.view',
    summary: { zh: '批次与试算结果', en: 'One batch with the outcome of its check' },
    input: one,
    output: limitBatch,
  }),
  queryBatchRow: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'limit.view',
    summary: { zh: '批次明细', en: "A batch's rows" },
    input: cursorPageInput(['rowNo'], {
      batchId: id,
      state: z.array(z.enum(limitBatchRowStates)).min(1).optional(),
    }),
    output: cursorPageOf(limitBatchRow),
  }),
  confirmBatch: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'limit.upload',
    logs: 'limitBatch',
    logsDone: false,
    idempotent: true,
    summary: {
      zh: '确认执行；超过审批阈值的转为待审核',
      en: 'Carry the batch out; one over the threshold waits for a checker',
    },
    input: step,
    output: limitBatch.extend(waits),
  }),
  resumeBatch: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'limit.upload',
    logs: 'limitBatch',
    logsDone: false,
    idempotent: true,
    summary: { zh: '继续执行已中止的批次', en: 'Carry out what a stopped batch has left' },
    input: step,
    output: limitBatch,
  }),
  cancelBatch: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'limit.upload',
    logs: 'limitBatch',
    summary: { zh: '取消未执行的批次', en: 'Drop a batch that was not carried out' },
    input: step,
    output: limitBatch,
  }),
  undoBatch: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'limit.upload',
    logs: 'limitBatch',
    logsDone: false,
    idempotent: true,
    summary: {
      zh: '撤销批次（仅未使用部分）；超过审批阈值的待审核',
      en: 'Take a batch back, as far as it is unspent; over the threshold it waits for a checker',
    },
    input: step.extend({ reason }),
    output: limitBatch.extend(waits),
  }),
  exportBatchFailed: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'limit.export',
    logs: 'export',
    summary: { zh: '下载失败行（同样版式，附原因）', en: 'The failed rows in the same layout, with reasons' },
    input: z.strictObject({ id, format: fileFormat }),
    output: exportStarted,
  }),
};

export const limitBatchTransitions = transitions({
  area: 'billChange',
  record: { zh: '批量调额批次', en: 'Batch of limits' },
  words: limitBatchStateWords,
  initial: ['CHECKING'],
  endpoints: billChange,
  actions: {
    confirmBatch: {
      from: ['READY'],
      to: ['RUNNING', 'SUBMITTED'],
      guard: { zh: '企业资金足够', en: "The company's fund covers it" },
      effect: {
        zh: '开始执行；超过审批阈值的送审',
        en: 'A job carries it out; over the threshold it waits for a checker',
      },
    },
    resumeBatch: {
      from: ['STOPPED'],
      to: ['RUNNING'],
      effect: { zh: '执行剩余行', en: 'A job carries out what is left' },
    },
    cancelBatch: { from: ['READY'], to: ['CANCELLED'] },
    undoBatch: {
      from: ['DONE', 'PARTLY_DONE', 'STOPPED'],
      to: ['UNDOING'],
      effect: {
        zh: '收回未使用部分；超过审批阈值的先送审',
        en: 'A job takes back what is unspent; over the threshold after a checker agreed',
      },
    },
  },
  automatic: {
    check: {
      by: { zh: '试算结束', en: 'The check ended' },
      from: ['CHECKING'],
      to: ['READY', 'UNCHANGED', 'FAILED'],
    },
    abandonCheck: {
      by: { zh: '试算被中止', en: 'The check was stopped' },
      from: ['CHECKING'],
      to: ['FAILED', 'CANCELLED'],
    },
    approve: { by: { zh: '审批通过', en: 'A checker approved' }, from: ['SUBMITTED'], to: ['RUNNING'] },
    reject: { by: { zh: '审批驳回', en: 'A checker rejected' }, from: ['SUBMITTED'], to: ['REJECTED'] },
    withdraw: {
      by: { zh: '经办人撤回审批', en: 'Its maker withdrew it' },
      from: ['SUBMITTED'],
      to: ['READY'],
    },
    endRun: {
      by: { zh: '执行结束或被中止', en: 'The job ended or was stopped' },
      from: ['RUNNING'],
      to: ['DONE', 'PARTLY_DONE', 'FAILED', 'STOPPED'],
    },
    endUndo: {
      by: { zh: '撤销结束或被中止', en: 'The undo ended or was stopped' },
      from: ['UNDOING'],
      to: ['UNDONE', 'DONE', 'PARTLY_DONE', 'FAILED', 'STOPPED'],
    },
  },
});

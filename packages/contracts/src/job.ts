import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, label } from './fields.ts';
import { fileFormat } from './file-format.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `jobTransitions`. */
export const jobStateWords = {
  QUEUED: { zh: '排队中', en: 'Queued', tone: 'info' },
  CHECKING: { zh: '校验中', en: 'Checking', tone: 'info' },
  WAITING_CONFIRM: { zh: '待确认', en: 'To confirm', tone: 'waiting' },
  RUNNING: { zh: '执行中', en: 'Running', tone: 'info' },
  SUCCEEDED: { zh: '成功', en: 'Done', tone: 'good' },
  PARTIAL: { zh: '部分成功', en: 'Partly done', tone: 'bad' },
  FAILED: { zh: '失败', en: 'Failed', tone: 'bad' },
  CANCELLED: { zh: '已取消', en: 'Cancelled', tone: 'quiet' },
  UNDOING: { zh: '撤销中', en: 'Being taken back', tone: 'info' },
  UNDONE: { zh: '已撤销', en: 'Taken back', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const jobStates = valuesOf(jobStateWords);
export type JobState = keyof typeof jobStateWords;

/** The states in which nothing more happens by itself. */
export const endedJobStates: readonly JobState[] = ['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED', 'UNDONE'];

/** A figure of the dry run, such as the sum of all changes. */
const importFigure = z.strictObject({
  label,
  value: z.int(),
  unit: z.enum(['count', 'fen']),
});
export type ImportFigure = z.infer<typeof importFigure>;

/** What the dry run of an import found. */
const importReport = z.strictObject({
  fileName: z.string(),
  sha256: z.string(),
  /** The newest import of the very same file that changed something, as a warning. */
  sameFile: z.strictObject({ id, createdAt: instant, createdBy: z.string() }).nullable(),
  columns: z.array(label.extend({ canMend: z.boolean() })),
  rows: z.int(),
  good: z.int(),
  bad: z.int(),
  figures: z.array(importFigure),
  /** What all its rows became, where that is one record, by its kind in the operation log; null otherwise, and until it is there. */
  made: z.strictObject({ type: z.string(), id, label: z.string() }).nullable(),
});
export type MadeByImport = NonNullable<z.infer<typeof importReport>['made']>;

/** Long work and how far it came; `message` says in words what it is doing or how it ended. */
const jobRecord = z.strictObject({
  id,
  kind: z.string(),
  title: label,
  state: z.enum(jobStates),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  message: label.nullable(),
  canCancel: z.boolean(),
  /** Its bad rows can be mended and checked again. */
  canMend: z.boolean(),
  /** What it added can be taken back, as long as it is untouched. */
  canUndo: z.boolean(),
  createdAt: instant,
  createdBy: z.string(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** The approval that a confirmed import waits for. */
  approvalId: id.nullable(),
  /** The console's path of what came of it; null where it leads nowhere, as an export. */
  page: z.string().nullable(),
  /** Null for work that is no import, and while the file is being checked. */
  report: importReport.nullable(),
});
export type Job = z.infer<typeof jobRecord>;

/** One reason why a row can't be imported. */
const rowProblem = z.strictObject({ column: label, value: z.string(), reason: label });
export type RowProblem = z.infer<typeof rowProblem>;

/** A row of the uploaded file; 1 is the header. Personal and secret texts are masked. */
export const importRow = z.strictObject({
  row: z.int(),
  cells: z.array(z.string()),
  /** Of a bad row: what the file has in the columns, which is what can be mended; in clear to who uploaded it, but for secret columns. */
  typed: z.array(z.string()).nullable(),
  problems: z.array(rowProblem),
  /** What the row will do, in words. */
  note: z.string().nullable(),
});

export const job = {
  getJob: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '后台任务的状态与进度', en: 'State and progress of long work' },
    input: z.strictObject({ id }),
    output: jobRecord,
  }),
  queryJob: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '后台任务列表（导入记录）', en: 'List long work (import history)' },
    input: cursorPageInput(['createdAt'], {
      kind: z.array(z.string().min(1).max(60)).min(1).max(20).optional(),
      state: z.array(z.enum(jobStates)).min(1).optional(),
      mine: z.boolean().optional(),
    }),
    output: cursorPageOf(jobRecord),
  }),
  cancelJob: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'job',
    summary: { zh: '取消后台任务', en: 'Cancel long work' },
    input: z.strictObject({ id }),
    output: jobRecord,
  }),
  confirmImport: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'job',
    summary: { zh: '确认导入（只导入没有问题的行）', en: 'Confirm an import (rows without problems alone)' },
    input: z.strictObject({ id }),
    output: jobRecord,
  }),
  mendImportRows: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'job',
    summary: {
      zh: '修改导入中有问题的行并重新校验',
      en: 'Mend bad rows of an import and have all of it checked again',
    },
    input: z.strictObject({
      id,
      cells: z
        .array(
          z.strictObject({
            row: z.int().min(2),
            /** The place among the columns of the report, from 0. */
            column: z.int().min(0).max(99),
            value: z.string().max(1000),
          }),
        )
        .min(1)
        .max(1000),
    }),
    output: jobRecord,
  }),
  undoImport: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'job',
    summary: {
      zh: '撤销导入（导入的记录未被改动时）',
      en: 'Take an import back while what it added is untouched',
    },
    input: z.strictObject({ id }),
    output: jobRecord,
  }),
  queryImportRow: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '导入文件逐行检查结果', en: 'The rows of an uploaded file with their problems' },
    input: cursorPageInput(['row'], { id, only: z.enum(['bad', 'good']).optional() }),
    output: cursorPageOf(importRow),
  }),
  downloadExport: endpoint({
    kind: 'download',
    access: 'session',
    logs: 'job',
    summary: {
      zh: '下载后台导出的文件（仅本人，保留 24 小时）',
      en: 'Download the file of an export that became a job; its maker alone, for 24 hours',
    },
    input: z.strictObject({ id }),
    output: z.null(),
  }),
  downloadFailedRows: endpoint({
    kind: 'download',
    access: 'session',
    logs: 'job',
    summary: { zh: '下载失败的行及原因', en: 'Download the rows that failed, with reasons' },
    input: z.strictObject({ id, format: fileFormat }),
    output: z.null(),
  }),
};

/** Who may act is decided by the permission of the job's kind; its work is a replica's, which takes it from the queue. */
export const jobTransitions = transitions({
  area: 'job',
  record: { zh: '后台任务', en: 'Long work' },
  words: jobStateWords,
  initial: ['QUEUED', 'CHECKING'],
  endpoints: job,
  actions: {
    confirmImport: {
      from: ['WAITING_CONFIRM'],
      to: ['RUNNING'],
      effect: { zh: '导入没有问题的行', en: 'The rows without problems are imported' },
    },
    mendImportRows: {
      from: ['WAITING_CONFIRM', 'FAILED'],
      to: ['CHECKING'],
      guard: {
        zh: '尚未确认导入；失败的须是没有一行可以导入',
        en: 'It was never confirmed; one that failed had no good row',
      },
      effect: { zh: '重新校验全部行', en: 'All rows are checked again' },
    },
    cancelJob: {
      from: ['QUEUED', 'CHECKING', 'WAITING_CONFIRM', 'RUNNING'],
      to: ['CANCELLED', 'CHECKING', 'RUNNING'],
      effect: {
        zh: '进行中的任务在下一步之前取消',
        en: 'What is at work is cancelled before its next step',
      },
    },
    undoImport: {
      from: ['SUCCEEDED', 'PARTIAL'],
      to: ['UNDOING'],
      guard: { zh: '这类导入可以撤销', en: 'Imports of its kind can be taken back' },
      effect: { zh: '收回导入的记录', en: 'What it added is taken back, if it is untouched' },
    },
  },
  automatic: {
    take: { by: { zh: '开始执行', en: 'A replica took it' }, from: ['QUEUED'], to: ['RUNNING'] },
    endCheck: {
      by: { zh: '校验结束', en: 'The check ended' },
      from: ['CHECKING'],
      to: ['WAITING_CONFIRM', 'FAILED'],
    },
    endRun: {
      by: { zh: '执行结束', en: 'The work ended' },
      from: ['RUNNING'],
      to: ['SUCCEEDED', 'PARTIAL', 'FAILED'],
    },
    abandon: {
      by: { zh: '被取消或出错', en: 'It was cancelled or went wrong' },
      from: ['CHECKING', 'RUNNING'],
      to: ['CANCELLED', 'FAILED'],
    },
    endUndo: {
      by: { zh: '撤销结束或出错', en: 'The undo ended or went wrong' },
      from: ['UNDOING'],
      to: ['UNDONE', 'SUCCEEDED', 'PARTIAL', 'FAILED'],
    },
    expire: {
      by: { zh: '超过一天未确认', en: 'Nobody confirmed it within a day' },
      from: ['WAITING_CONFIRM'],
      to: ['CANCELLED'],
    },
  },
});

/** What the live channel says to a client; `job` events go to the user who started the job. */
const liveEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** The access token ran out: refresh it and send it in another `auth` within half a minute. */
  z.strictObject({ type: z.literal('expired') }),
  /** To be answered with `pong`; `latencyMs` is what the one before took. */
  z.strictObject({ type: z.literal('ping'), id: z.string(), latencyMs: z.int().nullable() }),
  z.strictObject({ type: z.literal('pong'), id: z.string() }),
  z.strictObject({
    type: z.literal('job'),
    job: jobRecord.pick({
      id: true,
      kind: true,
      state: true,
      total: true,
      done: true,
      failed: true,
      message: true,
    }),
  }),
  z.strictObject({
    type: z.literal('notification'),
    notification: z.strictObject({
      id,
      kind: z.string(),
      title: label,
      link: z.string().nullable(),
      createdAt: instant,
    }),
  }),
  /** An approval that its receiver could have decided waits no more, whoever decided it or took it back. */
  z.strictObject({ type: z.literal('decided'), approvalId: id }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** What a client says to the live channel. */
export const liveMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auth'), token: z.string().min(1).max(2048) }),
  z.strictObject({ type: z.literal('pong'), id: z.string().max(64) }),
  z.strictObject({ type: z.literal('ping'), id: z.string().max(64) }),
]);

import { z } from 'zod';
import { bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { bulkIds, day, id, instant, keyword, line, reason, version } from './fields.ts';
import type {} from './home.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

declare module './home.ts' {
  interface TodoKinds {
    errorReported: true;
  }
}

/** The largest error log taken, in bytes of UTF-8 text. */
export const maxErrorReportBytes = 256 * 1024;

/** The ways between them stand in `errorReportTransitions`. */
export const errorReportStateWords = {
  NEW: { zh: '待查看', en: 'New', tone: 'waiting' },
  SEEN: { zh: '已查看', en: 'Looked at', tone: 'info' },
  CLOSED: { zh: '已关闭', en: 'Closed', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const errorReportStates = valuesOf(errorReportStateWords);

const optionalLine = (max: number) => z.union([z.literal(''), line(max)]).default('');

/** A report as lists show it; numbers of persons in its texts are masked. */
const errorReportRow = z.strictObject({
  id,
  /** What the reporter quotes. */
  ticket: z.string(),
  state: z.enum(errorReportStates),
  /** What went wrong, in one line of the log. */
  headline: z.string(),
  /** Reports of the same error have the same. */
  fingerprint: z.string(),
  /** How many there are of the same error. */
  sameCount: z.int().min(1),
  /** The page it happened on, the console's release and who reported it, as the reporter said; empty where they did not. */
  page: z.string(),
  release: z.string(),
  reporter: z.string(),
  /** Of the device or of the failed request. */
  serial: z.string(),
  /** Why it was closed. */
  resolution: z.string().nullable(),
  version,
  createdAt: instant,
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
});
export type ErrorReportRow = z.infer<typeof errorReportRow>;

const errorReportDetail = errorReportRow.extend({
  note: z.string(),
  /** The log, with its stack. */
  content: z.string(),
  ip: z.string(),
  agent: z.string(),
});
export type ErrorReportDetail = z.infer<typeof errorReportDetail>;

const ids = z.strictObject({ ids: bulkIds });

/** Anybody hands one in; they are the service's own, of no tenant, and platform administrators alone look at them. */
export const errorReport = {
  uploadErrorReport: endpoint({
    kind: 'upload',
    access: 'public',
    summary: { zh: '上传错误日志', en: 'Upload an error log' },
    maxFileBytes: maxErrorReportBytes,
    input: z.strictObject({
      /** The serial of the device or of the failed request. */
      serial: z
        .string()
        .min(1)
        .max(64)
        .regex(/^[\w.:-]+$/),
      note: z.string().max(1000).default(''),
      /** Where it happened, without what names a person. */
      page: optionalLine(200),
      release: optionalLine(100),
      reporter: optionalLine(50),
    }),
    /** What the reporter quotes to the support desk. */
    output: z.strictObject({ ticket: z.string() }),
  }),
  queryErrorReport: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'service.view',
    summary: { zh: '错误报告列表', en: 'List error reports' },
    input: cursorPageInput(['createdAt'], {
      /** A ticket, or a part of what went wrong. */
      keyword: keyword.optional(),
      state: z.array(z.enum(errorReportStates)).min(1).optional(),
      serial: keyword.optional(),
      /** From its start. */
      page: keyword.optional(),
      release: keyword.optional(),
      reporter: keyword.optional(),
      fingerprint: keyword.optional(),
      /** Days in Asia/Shanghai, both included. */
      createdFrom: day.optional(),
      createdTo: day.optional(),
    }),
    output: cursorPageOf(errorReportRow),
  }),
  getErrorReport: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'service.view',
    summary: { zh: '错误报告详情', en: 'One error report' },
    input: z.strictObject({ id }),
    output: errorReportDetail,
  }),
  takeErrorReport: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'service.report',
    logs: 'errorReport',
    summary: { zh: '标为已查看（逐条返回结果）', en: 'Mark reports as looked at, row by row' },
    input: ids,
    output: bulkResult,
  }),
  closeErrorReport: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'service.report',
    logs: 'errorReport',
    summary: { zh: '关闭错误报告（逐条返回结果）', en: 'Close reports, row by row' },
    input: ids.extend({ reason }),
    output: bulkResult,
  }),
  reopenErrorReport: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'service.report',
    logs: 'errorReport',
    summary: { zh: '重新打开错误报告（逐条返回结果）', en: 'Reopen reports, row by row' },
    input: ids.extend({ reason }),
    output: bulkResult,
  }),
  downloadErrorLog: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'service.view',
    logs: 'errorReport',
    summary: { zh: '下载错误日志', en: 'Download the log of a report' },
    input: z.strictObject({ id }),
    output: z.null(),
  }),
};

export const errorReportTransitions = transitions({
  area: 'errorReport',
  record: { zh: '错误报告', en: 'Error report' },
  words: errorReportStateWords,
  initial: ['NEW'],
  endpoints: errorReport,
  actions: {
    takeErrorReport: { from: ['NEW'], to: ['SEEN'] },
    closeErrorReport: {
      from: ['NEW', 'SEEN'],
      to: ['CLOSED'],
      effect: { zh: '记下处理结果', en: 'What came of it is kept' },
    },
    reopenErrorReport: { from: ['CLOSED'], to: ['SEEN'] },
  },
  automatic: {},
});

import { z } from 'zod';
import { riskMeasures, riskReportKinds, riskReportStates } from './compliance-case-kinds.ts';
import { endpoint } from './endpoint.ts';
import { day, id, instant, version } from './fields.ts';
import { waits } from './waits.ts';

/** What a report tells, in characters. */
export const narrativeLength = { min: 50, max: 4000 } as const;

const ofCase = z.strictObject({ id, no: z.string() });

const reportDetail = z.strictObject({
  id,
  no: z.string(),
  case: ofCase,
  /** The report that it corrects. */
  corrects: ofCase.nullable(),
  /** Those that correct it, the oldest first. */
  corrections: z.array(ofCase),
  kind: z.enum(riskReportKinds),
  narrative: z.string(),
  hitIds: z.array(id),
  measures: z.array(z.enum(riskMeasures)),
  state: z.enum(riskReportStates),
  /** The day in Asia/Shanghai by which it is to be handed in. */
  dueOn: day,
  /** Of its file, in bytes; null before it is written. */
  size: z.int().min(1).nullable(),
  sha256: z.string().nullable(),
  approvedAt: instant.nullable(),
  keptUntil: day.nullable(),
  version,
  createdAt: instant,
  createdBy: z.string(),
});
export type RiskReportDetail = z.infer<typeof reportDetail>;

/** 可疑报告: what was found suspicious, as it is handed in. */
export const complianceReport = {
  fileReport: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskReport',
    summary: { zh: '提交可疑报告，须审批', en: 'Hand a suspicious report in; approved by another' },
    input: z.strictObject({
      /** The case. */
      id,
      kind: z.enum(riskReportKinds),
      narrative: z
        .string()
        .min(narrativeLength.min)
        .max(narrativeLength.max)
        .refine((text) => [...text.trim()].length >= narrativeLength.min, {
          params: { minimum: narrativeLength.min },
        }),
      /** Hits of its alerts. */
      hitIds: z.array(id).min(1).max(200),
      measures: z.array(z.enum(riskMeasures)).max(riskMeasures.length),
      /** A report of the same case that it corrects. */
      correctsId: id.optional(),
    }),
    output: reportDetail.extend(waits),
  }),
  getReport: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.report',
    summary: { zh: '可疑报告详情', en: 'One suspicious report' },
    input: z.strictObject({ id }),
    output: reportDetail,
  }),
  downloadReport: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'compliance.report',
    logs: 'riskReport',
    summary: { zh: '下载可疑报告（zip）', en: 'The file of a suspicious report (zip)' },
    input: z.strictObject({ id }),
    output: z.null(),
  }),
};

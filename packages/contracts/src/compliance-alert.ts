import { z } from 'zod';
import { riskAlertStates, riskSeverities } from './compliance-kinds.ts';
import { ruleOf, subjectOf } from './compliance-subject.ts';
import { endpoint } from './endpoint.ts';
import { day, fenNotNegative, id, instant } from './fields.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';

const score = z.int().min(0).max(100);

const alertRow = z.strictObject({
  id,
  hitId: id,
  subject: subjectOf,
  rule: ruleOf,
  /** The number of the version that found it. */
  versionNo: z.int().min(1),
  severity: z.enum(riskSeverities),
  score,
  amount: fenNotNegative,
  /** When what was found happened. */
  at: instant,
  /** Whether the payment was declined for it. */
  declined: z.boolean(),
  state: z.enum(riskAlertStates),
  case: z.strictObject({ id, no: z.string() }).nullable(),
  createdAt: instant,
});
export type AlertRow = z.infer<typeof alertRow>;

/** 预警: hits that count. */
export const complianceAlert = {
  queryAlert: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '预警列表', en: 'List alerts' },
    input: cursorPageInput(['createdAt'], {
      state: z.array(z.enum(riskAlertStates)).min(1).optional(),
      ruleIds: z.array(id).min(1).max(50).optional(),
      severity: z.array(z.enum(riskSeverities)).min(1).optional(),
      /** Of cases that stand in this inbox. */
      inboxId: id.optional(),
      /** Only those of cases that the caller works. */
      mine: z.boolean().optional(),
      /** Only those of cases that are open and past their time. */
      overdue: z.boolean().optional(),
      subjectId: id.optional(),
      caseId: id.optional(),
      minScore: score.optional(),
      /** Days in Asia/Shanghai, both included. */
      createdFrom: day.optional(),
      createdTo: day.optional(),
    }),
    output: cursorPageOf(alertRow),
  }),
};

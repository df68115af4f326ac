import { z } from 'zod';
import { riskExpression } from './compliance-expression.ts';
import { riskActions, riskBacktestSides } from './compliance-kinds.ts';
import { subjectOf } from './compliance-subject.ts';
import { endpoint } from './endpoint.ts';
import { fenNotNegative, id, instant } from './fields.ts';
import { option } from './option.ts';

/** How many days are looked at, how many records are drawn, and how many hits are read. */
export const previewDays = 30;
export const mostPreviewPoints = 500;
export const mostPreviewHits = 1_000;

const count = z.int().min(0);
const point = z.strictObject({ at: instant, amount: fenNotNegative });
const hit = point.extend({
  subject: subjectOf,
  /** Whether the enabled version finds it too; without one everything is only the new one's. */
  side: z.enum(riskBacktestSides),
});

const preview = z.strictObject({
  from: instant,
  to: instant,
  /** Of the records that the rule is about: all, or as many as are drawn, the same each time. */
  points: z.array(point),
  /** Of how many. */
  records: count,
  /** What would be found, in the order of time; once quiet where the window is ROLLING. */
  hits: z.array(hit),
  /** Whom it would be about. */
  subjects: count,
  /** What the enabled version of the rule finds besides; null: there is none, or more was found than is read. */
  beside: z
    .strictObject({
      no: z.int().min(1),
      /** How many both find, and only the new one. */
      both: count,
      onlyNew: count,
      /** What only the enabled one finds, in the order of time. */
      onlyOld: z.array(hit),
    })
    .nullable(),
  /** More was found than is read: what is here is the beginning. */
  isCut: z.boolean(),
  /** The merchants that the filters name. */
  payees: z.array(option),
});
export type RiskPreview = z.infer<typeof preview>;
export type RiskPreviewHit = z.infer<typeof hit>;

/** 预览: what an expression that nobody has saved would have found of late. */
export const compliancePreview = {
  previewRule: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.settings',
    summary: { zh: '预览近 30 天的命中', en: 'See what an expression would have found in 30 days' },
    input: z.strictObject({
      expression: riskExpression,
      action: z.enum(riskActions),
      /** The rule whose enabled version it is set beside. */
      ruleId: id.optional(),
    }),
    output: preview,
  }),
};

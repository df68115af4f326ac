import { z } from 'zod';
import { riskExpression } from './compliance-expression.ts';
import { riskActions } from './compliance-kinds.ts';
import { subjectOf } from './compliance-subject.ts';
import { endpoint } from './endpoint.ts';
import { fenNotNegative, instant } from './fields.ts';
import { option } from './option.ts';

/** How many days are looked at, how many records are drawn, and how many hits are read. */
export const previewDays = 30;
export const mostPreviewPoints = 500;
export const mostPreviewHits = 1_000;

const count = z.int().min(0);
const point = z.strictObject({ at: instant, amount: fenNotNegative });

const preview = z.strictObject({
  from: instant,
  to: instant,
  /** Of the records that the rule is about: all, or as many as are drawn, the same each time. */
  points: z.array(point),
  /** Of how many. */
  records: count,
  /** What would be found, in the order of time; once quiet where the window is ROLLING. */
  hits: z.array(point.extend({ subject: subjectOf })),
  /** Whom it would be about. */
  subjects: count,
  /** More was found than is read: what is here is the beginning. */
  isCut: z.boolean(),
  /** The merchants that the filters name. */
  payees: z.array(option),
});
export type RiskPreview = z.infer<typeof preview>;

/** 预览: what an expression that nobody has saved would have found of late. */
export const compliancePreview = {
  previewRule: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.settings',
    summary: { zh: '预览近 30 天的命中', en: 'See what an expression would have found in 30 days' },
    input: z.strictObject({ expression: riskExpression, action: z.enum(riskActions) }),
    output: preview,
  }),
};

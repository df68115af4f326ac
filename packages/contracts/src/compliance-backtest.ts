import { z } from 'zod';
import { riskOutcomes } from './compliance-case-kinds.ts';
import { riskFact } from './compliance-fact.ts';
import { riskBacktestSides, riskBacktestStates, riskSubjects } from './compliance-kinds.ts';
import { precision } from './compliance-rule.ts';
import { endpoint } from './endpoint.ts';
import { chosenInstant, day, fenNotNegative, id, instant } from './fields.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';

/** The longest span that is looked through, and how many hits a sample has. */
export const longestBacktest = 366;
export const backtestSample = 50;

const count = z.int().min(0);

const outcome = z.strictObject({
  hits: count,
  subjects: count,
  byDay: z.array(z.strictObject({ day, hits: count })),
  /** Subjects by the score that a case of their hits would have, in tens: `from` 0, 10 … 100. */
  byScore: z.array(z.strictObject({ from: z.int().min(0).max(100), subjects: count })),
  /** Beside the version that was enabled; without one everything is only the new one's. */
  both: count,
  onlyOld: count,
  onlyNew: count,
});
export type BacktestOutcome = z.infer<typeof outcome>;

const backtestRow = z.strictObject({
  id,
  versionId: id,
  /** The enabled version that it is set beside; null: there was none. */
  againstId: id.nullable(),
  from: instant,
  to: instant,
  jobId: id,
  state: z.enum(riskBacktestStates),
  /** Null until it is done. */
  outcome: outcome.nullable(),
  precision,
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export type BacktestRow = z.infer<typeof backtestRow>;

const backtestHit = z.strictObject({
  id,
  side: z.enum(riskBacktestSides),
  subjectType: z.enum(riskSubjects),
  subjectId: id,
  subjectName: z.string(),
  at: instant,
  amount: fenNotNegative,
  /** None where the draft says something else by now. */
  facts: z.array(riskFact),
  label: z.enum(riskOutcomes).nullable(),
});
export type BacktestHitRow = z.infer<typeof backtestHit>;

const lengthOf = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** 回测: what a version would have found in the past. */
export const complianceBacktest = {
  startBacktest: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.settings',
    logs: 'riskRule',
    idempotent: true,
    summary: { zh: '回测一个版本（后台任务）', en: 'Look at the past by a version, as long work' },
    input: z
      .strictObject({ versionId: id, from: chosenInstant, to: chosenInstant })
      .refine((span) => lengthOf(span) > 0, { path: ['to'] })
      .refine((span) => lengthOf(span) <= longestBacktest, { path: ['to'] }),
    output: z.strictObject({ jobId: id, backtestId: id }),
  }),
  getBacktest: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '版本的最近一次回测', en: 'The newest look at the past by a version' },
    input: z.strictObject({ versionId: id }),
    output: backtestRow.nullable(),
  }),
  queryBacktestHit: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '回测命中', en: 'What a look at the past has found' },
    input: cursorPageInput(['at'], {
      id,
      side: z.array(z.enum(riskBacktestSides)).min(1).optional(),
      /** Only a sample of fifty, the same each time. */
      sample: z.boolean().optional(),
    }),
    output: cursorPageOf(backtestHit),
  }),
  labelHit: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'compliance.audit',
    logs: 'riskRule',
    summary: { zh: '标注回测命中', en: 'Say what something found in the past was' },
    input: z.strictObject({ id, outcome: z.enum(riskOutcomes) }),
    output: backtestHit,
  }),
};

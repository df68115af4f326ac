import type { RiskExpression } from './compliance-expression.ts';
import type { RiskSeverity } from './compliance-kinds.ts';

/** A rule as it is offered to begin with. */
export interface RiskTemplate {
  code: string;
  name: string;
  score: number;
  severity: RiskSeverity;
  expression: RiskExpression;
}

const all = (...comparisons: RiskExpression['when'][]): RiskExpression['when'] =>
  ({ op: 'AND', all: comparisons }) as RiskExpression['when'];
const counting = (name: string) => ({ kind: 'COUNT', name }) as const;
const ofEmployee = { source: 'PAYMENT', subject: 'EMPLOYEE' } as const;

/** What compliance begins with in every tenant; amounts in fen. 退款异常 looks at two subjects, so it is two rules. */
export const riskTemplates: readonly RiskTemplate[] = [
  {
    ...{ code: 'LARGE', name: '大额', score: 30, severity: 'MEDIUM' },
    expression: {
      ...ofEmployee,
      ...{ filters: [], window: { kind: 'EVENT' }, aggregates: [] },
      when: { of: 'amount', op: 'GE', value: 500_000 },
    },
  },
  {
    ...{ code: 'SPLIT', name: '化整为零', score: 60, severity: 'HIGH' },
    expression: {
      ...ofEmployee,
      filters: [{ field: 'amount', op: 'BETWEEN', value: [350_000, 499_999] }],
      window: { kind: 'ROLLING', minutes: 1_440 },
      aggregates: [counting('count'), { kind: 'SUM', name: 'sum' }],
      when: all({ of: 'count', op: 'GE', value: 3 }, { of: 'sum', op: 'GE', value: 1_000_000 }),
    },
  },
  {
    ...{ code: 'NIGHT', name: '夜间高频', score: 40, severity: 'MEDIUM' },
    expression: {
      ...ofEmployee,
      filters: [{ field: 'hourOfDay', op: 'BETWEEN', value: [23, 4] }],
      window: { kind: 'ROLLING', minutes: 60 },
      aggregates: [counting('count')],
      when: { of: 'count', op: 'GE', value: 5 },
    },
  },
  {
    ...{ code: 'FOCUS', name: '同商户集中', score: 35, severity: 'MEDIUM' },
    expression: {
      ...ofEmployee,
      ...{ filters: [], window: { kind: 'MONTH' } },
      aggregates: [counting('count'), { kind: 'SUM', name: 'sum' }, { kind: 'TOP_SHARE', name: 'topShare' }],
      when: all(
        { of: 'count', op: 'GE', value: 10 },
        { of: 'sum', op: 'GE', value: 300_000 },
        { of: 'topShare', op: 'GE', value: 8_000 },
      ),
    },
  },
  {
    ...{ code: 'NEWBIE', name: '新员工大额', score: 45, severity: 'MEDIUM' },
    expression: {
      ...ofEmployee,
      filters: [{ field: 'hiredDays', op: 'BETWEEN', value: [0, 6] }],
      window: { kind: 'ROLLING', minutes: 10_080 },
      aggregates: [{ kind: 'SUM', name: 'sum' }],
      when: { of: 'sum', op: 'GE', value: 200_000 },
    },
  },
  {
    ...{ code: 'REFUND', name: '退款异常', score: 50, severity: 'HIGH' },
    expression: {
      ...{ source: 'REFUND', subject: 'EMPLOYEE', filters: [], window: { kind: 'ROLLING', minutes: 43_200 } },
      aggregates: [
        counting('refunds'),
        { kind: 'COUNT', name: 'payments', source: 'PAYMENT' },
        { kind: 'RATIO', name: 'ratio', part: 'refunds', whole: 'payments' },
      ],
      when: all({ of: 'refunds', op: 'GE', value: 5 }, { of: 'ratio', op: 'GE', value: 5_000 }),
    },
  },
  {
    ...{ code: 'REFUNDER', name: '经办人退款异常', score: 50, severity: 'HIGH' },
    expression: {
      ...{ source: 'REFUND', subject: 'OPERATOR', filters: [], window: { kind: 'DAY' } },
      aggregates: [counting('refunds')],
      when: { of: 'refunds', op: 'GE', value: 20 },
    },
  },
  {
    ...{ code: 'LEFT', name: '离职后消费', score: 80, severity: 'URGENT' },
    expression: {
      ...ofEmployee,
      filters: [{ field: 'outcome', op: 'IN', value: ['PAID', 'FAILED'] }],
      ...{ window: { kind: 'EVENT' }, aggregates: [] },
      when: { of: 'leftDays', op: 'GE', value: 1 },
    },
  },
];

/** Whom no white list spares: those who have left. */
export const neverSpared = 'LEFT';

import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { expect, test } from 'vitest';
import { factsOf } from './hit-facts.ts';

const rule = (code: string) => riskTemplates.find((one) => one.code === code)?.expression as RiskExpression;

test('each number of a hit says what it is, of which records, and what alone was asked of it', () => {
  expect(factsOf(rule('REFUND'), { ratio: 5_000, payments: 10, refunds: 5 })).toEqual([
    { name: 'refunds', kind: 'COUNT', source: 'REFUND', value: 5, asked: [{ op: 'GE', value: 5 }] },
    { name: 'payments', kind: 'COUNT', source: 'PAYMENT', value: 10, asked: [] },
    { name: 'ratio', kind: 'RATIO', source: null, value: 5_000, asked: [{ op: 'GE', value: 5_000 }] },
  ]);
  expect(factsOf(rule('LEFT'), { leftDays: null })).toMatchObject([
    { name: 'leftDays', kind: 'leftDays', source: 'PAYMENT', value: null },
  ]);
});

test('a number that the expression has not is no fact', () => {
  expect(() => factsOf(rule('LARGE'), { count: 1 })).toThrow('has no number "count"');
});

import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { expect, test } from 'vitest';
import { amountThreshold, newAggregate, withoutAggregate } from './parts.ts';

const template = (code: string) =>
  riskTemplates.find((one) => one.code === code)?.expression as RiskExpression;

test('the threshold of a plot is the first comparison with an amount', () => {
  expect(amountThreshold(template('LARGE'))).toMatchObject({ path: [], comparison: { value: 500_000 } });
  expect(amountThreshold(template('SPLIT'))).toMatchObject({ path: [1], comparison: { value: 1_000_000 } });
  expect(amountThreshold(template('NIGHT'))).toBeNull();
});

test('an aggregate goes only while nothing is compared by it and no ratio is of it', () => {
  expect(withoutAggregate(template('REFUND'), 'ratio')).toBeNull();
  expect(withoutAggregate(template('REFUND'), 'payments')).toBeNull();
  const idle: RiskExpression = {
    ...template('NIGHT'),
    aggregates: [...template('NIGHT').aggregates, { kind: 'SUM', name: 'sum' }],
  };
  expect(withoutAggregate(idle, 'sum')).toEqual(template('NIGHT'));
});

test('one more aggregate has a name that none has yet', () => {
  expect(newAggregate(template('SPLIT').aggregates)).toEqual({ kind: 'SUM', name: 'sum2' });
});

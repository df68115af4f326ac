import type { RiskFact } from '@xyxlx/contracts/compliance-fact';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { i18n, startI18n } from '../../../lib/i18n.ts';
import { loadTexts } from '../../../texts.ts';
import { factText } from './fact-text.ts';

beforeAll(() => startI18n(loadTexts));
beforeEach(() => i18n.changeLanguage('zh'));

const payments = { source: 'PAYMENT' } as const;

test('what a rule saw is read with its unit, what it is about and what was asked of it', async () => {
  const count: RiskFact = {
    name: 'count',
    kind: 'COUNT',
    value: 3,
    asked: [{ op: 'GE', value: 3 }],
    ...payments,
  };
  expect(factText(count)).toBe('消费笔数 3（≥ 3）');
  const sum: RiskFact = { name: 'sum', kind: 'SUM', value: 1_200_000, asked: [], ...payments };
  expect(factText(sum)).toBe('消费合计 ¥12,000.00');
  const ratio: RiskFact = {
    name: 'ratio',
    kind: 'RATIO',
    source: null,
    value: 5_000,
    asked: [{ op: 'GE', value: 4_545 }],
  };
  expect(factText(ratio)).toBe('占比 50%（≥ 45.45%）');
  const left: RiskFact = { name: 'leftDays', kind: 'leftDays', value: 2, asked: [], ...payments };
  expect(factText(left)).toBe('离职天数 2');
  expect(factText({ ...left, value: null })).toBe('离职天数 —');
  await i18n.changeLanguage('en');
  expect(factText(count)).toBe('Payment count 3 (≥ 3)');
});

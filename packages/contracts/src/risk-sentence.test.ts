import { expect, test } from 'vitest';
import type { RiskExpression } from './compliance-expression.ts';
import { riskPhrases, riskSentence } from './risk-sentence.ts';
import { riskTemplates } from './risk-templates.ts';

test('each template reads as a sentence in both languages', () => {
  const read = riskTemplates.map(({ code, expression }) => [
    code,
    riskSentence(expression, 'zh'),
    riskSentence(expression, 'en'),
  ]);
  expect(read).toEqual([
    ['LARGE', '每一次，员工的消费 单笔 ≥ 5,000 元', 'Each time, payments of an employee: amount ≥ ¥5,000'],
    [
      'SPLIT',
      '近 24 小时内，同一员工单笔 3,500–4,999.99 元的消费 ≥ 3 笔 且 合计 ≥ 10,000 元',
      'Within 24 hours, payments of one employee with amount ¥3,500–4,999.99: ≥ 3 times and total ≥ ¥10,000',
    ],
    [
      'NIGHT',
      '近 1 小时内，同一员工时间 23:00–次日 4:59的消费 ≥ 5 笔',
      'Within 1 hour, payments of one employee with hour 23:00–4:59: ≥ 5 times',
    ],
    [
      'FOCUS',
      '每自然月，同一员工的消费 ≥ 10 笔 且 合计 ≥ 3,000 元 且 最大收款商户占比 ≥ 80%',
      'In a month, payments of one employee: ≥ 10 times and total ≥ ¥3,000 and share of the largest payee ≥ 80%',
    ],
    [
      'NEWBIE',
      '近 7 天内，同一员工入职 0–6 天的消费 合计 ≥ 2,000 元',
      'Within 7 days, payments of one employee with days since joining 0–6: total ≥ ¥2,000',
    ],
    [
      'REFUND',
      '近 30 天内，同一员工的退款 ≥ 5 笔 且 退款笔数占消费笔数 ≥ 50%',
      'Within 30 days, refunds of one employee: ≥ 5 times and refunds as a share of payments ≥ 50%',
    ],
    ['REFUNDER', '每自然日，同一经办人的退款 ≥ 20 笔', 'In a day, refunds by one operator: ≥ 20 times'],
    [
      'LEFT',
      '每一次，员工结果为 成功、失败的消费 离职 ≥ 1 天',
      'Each time, payments of an employee with outcome among Paid, Declined: days since leaving ≥ 1',
    ],
  ]);
});

const of = (more: Partial<RiskExpression>): RiskExpression => ({
  ...{ source: 'PAYMENT', subject: 'CARD', filters: [], window: { kind: 'ROLLING', minutes: 90 } },
  ...{ aggregates: [{ kind: 'COUNT', name: 'count' }], when: { of: 'count', op: 'GE', value: 1 } },
  ...more,
});

test('conditions within conditions stand in brackets', () => {
  const comparison = (value: number) => ({ of: 'count', op: 'GE', value }) as const;
  const when: RiskExpression['when'] = {
    op: 'OR',
    all: [
      comparison(9),
      { op: 'AND', all: [comparison(3), { op: 'OR', all: [comparison(4), comparison(5)] }] },
    ],
  };
  const given = of({ when });
  expect(riskSentence(given, 'zh')).toBe(
    '近 90 分钟内，同一预付卡的消费 ≥ 9 笔 或 （≥ 3 笔 且 （≥ 4 笔 或 ≥ 5 笔））',
  );
  expect(riskSentence(given, 'en')).toBe(
    'Within 90 minutes, payments of one card: ≥ 9 times or (≥ 3 times and (≥ 4 times or ≥ 5 times))',
  );
});

test('an aggregate of other records says which', () => {
  const given = of({
    aggregates: [
      {
        kind: 'SUM',
        name: 'back',
        source: 'REFUND',
        filters: [{ field: 'amount', op: 'GE', value: 10_050 }],
      },
      { kind: 'DISTINCT', name: 'cities', field: 'city' },
      { kind: 'MAX', name: 'most' },
    ],
    when: {
      op: 'AND',
      all: [
        { of: 'back', op: 'GE', value: 20_000 },
        { of: 'cities', op: 'GE', value: 3 },
        { of: 'most', op: 'LT', value: 5_001 },
      ],
    },
  });
  expect(riskSentence(given, 'zh')).toBe(
    '近 90 分钟内，同一预付卡的消费 单笔 ≥ 100.50 元的退款合计 ≥ 200 元 且 不同城市 ≥ 3 个 且 最大一笔 < 50.01 元',
  );
  expect(riskSentence(given, 'en')).toBe(
    'Within 90 minutes, payments of one card: total of refunds with amount ≥ ¥100.50 ≥ ¥200 and different cities ≥ 3 and largest < ¥50.01',
  );
});

test('a payee is called by its name', () => {
  const filters: RiskExpression['filters'] = [{ field: 'payee', op: 'EQ', value: 'a' }];
  expect(riskSentence(of({ filters }), 'zh', () => '城西店')).toContain('收款商户 = 城西店的消费');
});

test('every part that an editor changes has its place', () => {
  const slots = riskPhrases(riskTemplates[1]?.expression as RiskExpression, 'zh').flatMap(
    ({ slot }) => slot ?? [],
  );
  expect(slots).toEqual([
    { kind: 'window' },
    { kind: 'subject' },
    { kind: 'filter', at: 0 },
    { kind: 'source' },
    { kind: 'comparison', path: [0] },
    { kind: 'join', path: [] },
    { kind: 'comparison', path: [1] },
  ]);
});

import { expect, test } from 'vitest';
import type { Condition } from './rule-condition.ts';
import { ruleSentence } from './rule-sentence.ts';

const yuan = (fen: number) => (fen / 100).toFixed(2);
const ids = ['a', 'b', 'c', 'd'];
const names = new Map([
  ['a', '晨光'],
  ['b', '得力'],
  ['c', '真彩'],
  ['d', '齐心'],
]);
const nameOf = (id: string) => names.get(id);

test.each<[Condition, string, string]>([
  [
    { factor: 'CATEGORY', operator: 'IN', value: ['MEAL', 'HOTEL'] },
    '类目限餐饮、酒店',
    'category in Meals, Hotels',
  ],
  [
    { factor: 'CHANNEL', operator: 'NOT_IN', value: ['CARD'] },
    '渠道不含支付卡',
    'channel not in Payment card',
  ],
  [
    { factor: 'MCC', operator: 'IN', value: ['5812', '5811-5814'] },
    '商户类别限5812、5811-5814',
    'MCC in 5812, 5811-5814',
  ],
  [{ factor: 'CITY', operator: 'NOT_IN', value: ['440000'] }, '城市不含440000', 'city not in 440000'],
  [{ factor: 'WEEKDAY', operator: 'IN', value: [1, 7] }, '周一、周日可用', 'on Mon, Sun'],
  [{ factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] }, '工作日可用', 'on Working day'],
  [
    { factor: 'TIME', operator: 'IN', value: [{ from: '22:00', to: '02:00' }] },
    '22:00–02:00可用',
    'during 22:00–02:00',
  ],
  [
    { factor: 'PER_MONTH', operator: 'LE', value: 80_000 },
    '每月不超过 800.00 元',
    'per month at most ¥800.00',
  ],
  [{ factor: 'COUNT_DAY', operator: 'LE', value: 2 }, '每日次数不超过 2 次', 'payments per day at most 2'],
  [
    { factor: 'BRAND', operator: 'IN', value: ids.slice(0, 3) },
    '品牌限晨光、得力、真彩',
    'brand in 晨光, 得力, 真彩',
  ],
  [
    { factor: 'MERCHANT', operator: 'IN', value: ids },
    '商户限晨光、得力、真彩 等 4 个',
    'merchant in 晨光, 得力, 真彩 and 1 more',
  ],
  [{ factor: 'MERCHANT', operator: 'IN', value: ['x', 'y'] }, '商户限指定的 2 个', 'merchant in 2 named'],
])('%j is said as %s', (condition, zh, en) => {
  expect(ruleSentence([condition], { yuan, nameOf })).toEqual({ zh, en });
});

test('a rule is one sentence of all its conditions, in their order', () => {
  const conditions: Condition[] = [
    { factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] },
    { factor: 'PER_PAYMENT', operator: 'LE', value: 5_000 },
  ];
  expect(ruleSentence(conditions, { yuan }).zh).toBe('工作日可用，单笔不超过 50.00 元');
  expect(ruleSentence(conditions, { yuan }).en).toBe('on Working day, per payment at most ¥50.00');
});

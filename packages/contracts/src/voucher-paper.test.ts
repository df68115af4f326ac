import { expect, test } from 'vitest';
import { capitalAmount, digitsInColumns, sheetsOf } from './voucher-paper.ts';

test.each([
  [0, '零元整'],
  [7, '柒分'],
  [70, '柒角整'],
  [100, '壹元整'],
  [1000, '壹拾元整'],
  [1005, '壹拾元零伍分'],
  [1050, '壹拾元零伍角整'],
  [12_345, '壹佰贰拾叁元肆角伍分'],
  [100_400_000, '壹佰万零肆仟元整'],
  [1_050_007, '壹万零伍佰元零柒分'],
  [10_000_000_000, '壹亿元整'],
  [10_000_000_100, '壹亿零壹元整'],
  [1_000_100_000_000, '壹佰亿零壹佰万元整'],
  [100_000_000_000_000, '壹万亿元整'],
  [100_010_000_000_000, '壹万零壹亿元整'],
  [-900_700, '负玖仟零柒元整'],
])('%i fen are spelt %s', (fen, words) => {
  expect(capitalAmount(fen)).toBe(words);
});

test('digits stand in their columns from 亿 to 分, with a mark before the first and without a sign', () => {
  expect(digitsInColumns(1_050_007)).toEqual(['', '', '', '', '1', '0', '5', '0', '0', '0', '7']);
  expect(digitsInColumns(7)).toEqual(['', '', '', '', '', '', '', '', '0', '0', '7']);
  expect(digitsInColumns(-7, '¥')).toEqual(['', '', '', '', '', '', '', '¥', '0', '0', '7']);
  expect(digitsInColumns(0)).toEqual(Array(11).fill(''));
  expect(digitsInColumns(12_345_678_901, '¥')).toEqual(['¥1', ...'2345678901']);
  expect(digitsInColumns(1_234_567_890_123)).toEqual(['123', ...'4567890123']);
});

test('lines fill sheets of five', () => {
  const lines = Array.from({ length: 11 }, (_, at) => at);
  expect(sheetsOf(lines)).toEqual([
    { number: 1, of: 3, lines: [0, 1, 2, 3, 4] },
    { number: 2, of: 3, lines: [5, 6, 7, 8, 9] },
    { number: 3, of: 3, lines: [10] },
  ]);
  expect(sheetsOf(lines.slice(0, 5))).toHaveLength(1);
  expect(sheetsOf([])).toEqual([{ number: 1, of: 1, lines: [] }]);
});

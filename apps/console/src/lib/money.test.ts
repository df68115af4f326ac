import { expect, test } from 'vitest';
import { amountText, differenceText, fenOf, shortYuan, typedYuan, yuanText } from './money.ts';

test('fen are written as yuan with separators and two decimals, exactly', () => {
  expect(yuanText(0)).toBe('0.00');
  expect(yuanText(5)).toBe('0.05');
  expect(yuanText(-123_456_789)).toBe('−1,234,567.89');
  expect(yuanText(Number.MAX_SAFE_INTEGER)).toBe('90,071,992,547,409.91');
});

test('an amount that stands by itself says its currency', () => {
  expect(amountText(123_456)).toBe('¥1,234.56');
  expect(amountText(-5)).toBe('−¥0.05');
});

test('a difference carries its sign, zero none', () => {
  expect(differenceText(100)).toBe('+1.00');
  expect(differenceText(-100)).toBe('−1.00');
  expect(differenceText(0)).toBe('0.00');
});

test('typed yuan become fen without rounding, and anything else is no amount', () => {
  expect(fenOf('1,005.1')).toBe(100_510);
  expect(fenOf('0.29')).toBe(29);
  expect(fenOf(' 1005. ')).toBe(100_500);
  expect(fenOf('-0')).toBe(0);
  for (const wrong of ['', '.', '1.005', '1e3', 'abc', '12345678901234'])
    expect(fenOf(wrong)).toBeUndefined();
});

test('what a field shows reads back as the same fen', () => {
  for (const fen of [0, 1, 29, 100_510, -7_000_001]) expect(fenOf(typedYuan(fen))).toBe(fen);
});

test('short amounts use the units of the language', () => {
  expect(shortYuan(1_234_500_000, 'zh')).toBe('1234.5万');
  expect(shortYuan(1_234_500_000, 'en')).toBe('12.3M');
});

import { expect, test } from 'vitest';
import { checksByLuhn, isCardNumber, luhnDigit, maskCardNumber } from './card-number.ts';

test.each([
  ['9999000000000012', true],
  ['9999000000123459', true],
  ['9999000000000013', false],
])('worked example 1: %s is a card number: %s', (text, is) => {
  expect(isCardNumber(text)).toBe(is);
});

test.each([
  ['999900000000001', false],
  ['99990000000000120', false],
  ['9999 0000 0000 0012', false],
  // Of another issuer, though its check digit is right.
  ['4111111111111111', false],
])('%s is a card number: %s', (text, is) => {
  expect(isCardNumber(text)).toBe(is);
});

test('one wrong digit and two neighbours that are swapped are seen', () => {
  const right = '9999000000123459';
  for (let place = 6; place < 15; place++) {
    const wrong = `${right.slice(0, place)}${(Number(right[place]) + 1) % 10}${right.slice(place + 1)}`;
    expect(checksByLuhn(wrong)).toBe(false);
  }
  expect(checksByLuhn('9999000000132459')).toBe(false);
});

test('the check digit completes what stands before it', () => {
  expect(luhnDigit('999900000000001')).toBe('2');
  expect(luhnDigit('999900000012345')).toBe('9');
});

test('a number is shown by its first six and last four digits', () => {
  expect(maskCardNumber({ firstSix: '999900', lastFour: '0012' })).toBe('999900******0012');
});

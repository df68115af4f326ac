import { randomUUID } from 'node:crypto';
import { isCardNumber } from '@xyxlx/contracts/card-number';
import { expect, test } from 'vitest';
import { makeDataKeys } from '../../platform/security/data-keys.ts';
import { keepNumber, newCardNumber } from './card-number.ts';

const [old, present] = ['a'.repeat(32), 'b'.repeat(32)];
const pan = '9999000000123459';

test('a thousand new numbers are valid, and hardly two are the same', () => {
  const numbers = Array.from({ length: 1000 }, newCardNumber);
  expect(numbers.filter((number) => !isCardNumber(number))).toEqual([]);
  expect(new Set(numbers).size).toBeGreaterThan(995);
});

test('what is kept says nothing but the first six and last four digits', () => {
  const kept = keepNumber(makeDataKeys([old]), randomUUID(), pan);
  expect(kept).toMatchObject({ firstSix: '999900', lastFour: '3459' });
  expect(kept.panIndex).toMatch(/^[0-9a-f]{64}$/);
  expect(`${kept.panCipher} ${kept.panIndex}`).not.toContain(pan);
});

test('a number is read for its own card alone', () => {
  const keys = makeDataKeys([old]);
  const id = randomUUID();
  const { panCipher } = keepNumber(keys, id, pan);
  expect(keys.decrypt(panCipher, id)).toBe(pan);
  expect(() => keys.decrypt(panCipher, randomUUID())).toThrow();
});

test('after the key changed a number is still read, and found by what the older key made of it', () => {
  const id = randomUUID();
  const { panCipher, panIndex } = keepNumber(makeDataKeys([old]), id, pan);
  const rotated = makeDataKeys([present, old]);
  expect(rotated.decrypt(panCipher, id)).toBe(pan);
  expect(rotated.cardIndexes(pan)).toEqual([expect.not.stringMatching(panIndex), panIndex]);
});

test('the index of a card tells nothing of what seals the log', () => {
  const keys = makeDataKeys([old]);
  expect(keys.cardIndexes(pan)).not.toContain(keys.seal(pan, keys.sealKeyId));
});

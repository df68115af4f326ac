import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { JsonText } from '../platform/lists/json-text.ts';
import { makeTextCheck } from './text-check.ts';

const endpoint = { output: z.strictObject({ name: z.string() }) };
const wrong = new JsonText<unknown>('{"name":1}');
const right = new JsonText<unknown>('{"name":"a"}');

test('in tests an answer that is not what its contract says goes out to nobody', () => {
  const log = { error: vi.fn() };
  const check = makeTextCheck(endpoint, { settings: { checksAllAnswers: true }, log });
  check(right);
  expect(() => check(wrong)).toThrow(/name/);
});

test('outside of them one in a hundred is looked at, and a wrong one is logged and goes out', () => {
  const log = { error: vi.fn() };
  const check = makeTextCheck(endpoint, { settings: { checksAllAnswers: false }, log });
  for (let n = 0; n < 201; n++) check(wrong);
  expect(log.error).toHaveBeenCalledTimes(3);
  for (let n = 201; n < 301; n++) check(right);
  expect(log.error).toHaveBeenCalledTimes(3);
});

import { line } from '@xyxlx/contracts/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fits, trimmed } from './fits.ts';

const check = (schema: z.ZodType, value: unknown) => fits(schema, 'wrong').validator(null, value);

test('a field is checked by its contract, without the blanks around its text', async () => {
  await expect(check(line(4), ' abcd ')).resolves.toBeUndefined();
  await expect(check(line(4), 'abcde')).rejects.toThrow('wrong');
  await expect(check(z.int().min(1), Number.NaN)).rejects.toThrow('wrong');
});

test('an emptied field is absent: wrong where the contract requires it, right where it does not', async () => {
  for (const empty of ['', '  ', null, undefined]) {
    await expect(check(line(4), empty)).rejects.toThrow('wrong');
    await expect(check(line(4).optional(), empty)).resolves.toBeUndefined();
  }
});

test('text is sent without the blanks around it, everything else as it is', () => {
  expect(trimmed({ name: ' a b ', ids: [' x '], count: 1 })).toEqual({ name: 'a b', ids: [' x '], count: 1 });
});

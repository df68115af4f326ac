import { expect, test } from 'vitest';
import { readLayout } from './column-layout.ts';

test('a layout is read, and what is not one is left to the usual', () => {
  expect(readLayout({ hidden: ['a', 1], order: ['b'], pinned: null, widths: { a: 120, b: 'wide' } })).toEqual(
    {
      hidden: ['a'],
      order: ['b'],
      pinned: [],
      widths: { a: 120 },
    },
  );
  for (const stored of [null, undefined, 'x', ['a']]) expect(readLayout(stored)).toBeNull();
});

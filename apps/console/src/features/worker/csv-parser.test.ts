import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCsvParser } from './csv-parser.ts';

it('reads quotes, commas, line ends inside quotes, both kinds of line ends and a last row without one', () => {
  expect(parse(['a,"b,1","say ""hi"""\r\n"two\nlines",,x\nlast'])).toEqual([
    ['a', 'b,1', 'say "hi"'],
    ['two\nlines', '', 'x'],
    ['last'],
  ]);
});

it('leaves empty lines out', () => {
  expect(parse(['a\r\n\r\n\nb\r\n'])).toEqual([['a'], ['b']]);
});

it('reads the same however the text is cut into pieces', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '汉') });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 7 }), (given, size) => {
      const text = given
        .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
        .join('\r\n');
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(parse(pieces)).toEqual(given);
    }),
  );
});

function parse(pieces: string[]): string[][] {
  const rows: string[][] = [];
  const parser = createCsvParser((cells) => rows.push(cells));
  for (const piece of pieces) parser.push(piece);
  parser.end();
  return rows;
}

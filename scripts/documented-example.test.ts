import { expect, test } from 'vitest';
import { documentedBlocks, withAddedLines, withoutBlocks } from './documented-example.ts';

test('a block of code is a file, or lines for one, when a path stands above it', () => {
  const text = [
    '## Add a thing',
    '`a/thing.ts`\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```',
    'Then:\n\n```ts\nnobody();\n```',
    '`a/all.ts`\n\n```diff\n one,\n+two,\n```',
  ].join('\n\n');
  expect(documentedBlocks(text)).toEqual([
    {
      section: 'Add a thing',
      path: 'a/thing.ts',
      isDiff: false,
      lines: ['const a = 1;', '', 'const b = 2;'],
    },
    { section: 'Add a thing', path: 'a/all.ts', isDiff: true, lines: [' one,', '+two,'] },
  ]);
  expect(withoutBlocks(text).split(/\n+/)).toEqual([
    '## Add a thing',
    'Then:',
    '```ts',
    'nobody();',
    '```',
    '',
  ]);
});

test('lines are added below the one that the page names', () => {
  const lines = [' one,', '+two,', '+three,', ' four,', '+five,'];
  expect(withAddedLines('one,\nfour,\nsix,', { path: 'a.ts', lines })).toBe(
    'one,\ntwo,\nthree,\nfour,\nfive,\nsix,',
  );
});

test.each([
  ['is not in the file', [' seven,', '+two,']],
  ['is there twice', [' one,', '+two,']],
  ['is not said', ['+two,']],
])('a line whose place %s is refused', (_, lines) => {
  expect(() => withAddedLines('one,\none,', { path: 'a.ts', lines })).toThrow(/a\.ts/);
});

import { expect, test } from 'vitest';
import { maskedKeyword } from '../../platform/security/mask.ts';
import { fingerprintOf, headlineOf } from './headline.ts';

test.each([
  [
    'the first line that says so',
    '',
    'time: 1\n  at x\nTypeError: a is null\nError: b',
    'TypeError: a is null',
  ],
  ['of another language', '', 'java.io.IOException at A.b', 'java.io.IOException at A.b'],
  ['what the reporter wrote where none does', '打不开\n第二行', 'a log of nothing', '打不开'],
  ['its first words where nobody wrote anything', '', '\n\n  启动完成\n', '启动完成'],
  ['nothing of nothing', '', '', ''],
])('a headline is %s', (_, note, content, headline) => {
  expect(headlineOf({ note, content })).toBe(headline);
});

test('a headline names nobody, is one line and short', () => {
  const headline = headlineOf({ note: '', content: `Error: 13900001111\ta@b.cn ${'x'.repeat(500)}` });
  expect(headline.startsWith('Error: 139****1111 a***@b.cn')).toBe(true);
  expect(headline).toHaveLength(300);
});

test('a log that is one endless word takes no longer than any other', () => {
  const before = process.cpuUsage();
  const content = 'a'.repeat(256 * 1024);
  expect(headlineOf({ note: '', content })).toHaveLength(300);
  expect(maskedKeyword(content)).toBe(content);
  const { user, system } = process.cpuUsage(before);
  // In µs; a pass that is not linear takes a minute.
  expect(user + system).toBeLessThan(10_000_000);
});

test('the same error has the same fingerprint, whichever record it met', () => {
  const of = (id: string) => fingerprintOf(`Error: no row ${id} at line 12`);
  expect(of('0198c0de-0000-7000-8000-0000000000aa')).toBe(of('0198ffff-1111-7000-8000-0000000000bb'));
  expect(fingerprintOf('Error: a')).not.toBe(fingerprintOf('Error: b'));
});

import { expect, test } from 'vitest';
import { keyword, mobile } from './fields.ts';
import { codeForm, fits, keywordForm, mobileForm } from './text-forms.ts';
import { codeText } from './user-account.ts';

test.each([
  [mobile, mobileForm, '13800000001', true],
  [mobile, mobileForm, 'a@b.example', true],
  [mobile, mobileForm, '12800000001', false],
  [mobile, mobileForm, `${'a'.repeat(64)}@${'b'.repeat(60)}.example`, false],
  [codeText, codeForm, '012345', true],
  [codeText, codeForm, '01234', false],
  [keyword, keywordForm, '华东', true],
  [keyword, keywordForm, '', false],
  [keyword, keywordForm, 'a\tb', false],
  [keyword, keywordForm, 'x'.repeat(101), false],
])('what a page takes is what the wire takes: case %#', (schema, form, text, isTaken) => {
  expect(fits(text, form)).toBe(isTaken);
  expect(schema.safeParse(text).success).toBe(isTaken);
});

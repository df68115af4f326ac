import { expect, it } from 'vitest';
import { safeRedirect } from './redirect.ts';

it.each([
  ['/layout/bill?pageNum=2', '/layout/bill?pageNum=2'],
  ['/layout/bill#top', '/layout/bill#top'],
  [null, '/home'],
  ['', '/home'],
  ['//evil.example', '/home'],
  ['/\\evil.example', '/home'],
  ['/\t/evil.example', '/home'],
  ['https://evil.example', '/home'],
  ['javascript:alert(1)', '/home'],
  ['layout/bill', '/home'],
  ['/login?redirect=/login', '/home'],
])('after sign-in %j leads to %s', (asked, target) => {
  expect(safeRedirect(asked, '/home')).toBe(target);
});

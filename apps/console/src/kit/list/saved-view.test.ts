import { expect, test } from 'vitest';
import { readViews, searchOfView, withView } from './saved-view.ts';

const names = ['keyword', 'state', 'sort', 'pageSize'];

test('a view keeps its own parameters alone, in one order', () => {
  const one = new URLSearchParams('tab=made&state=ACTIVE&keyword=a&pageNum=3&open=42');
  const other = new URLSearchParams('keyword=a&state=ACTIVE');
  expect(searchOfView(one, names)).toBe('keyword=a&state=ACTIVE');
  expect(searchOfView(other, names)).toBe(searchOfView(one, names));
});

test('choosing a view drops the filters before, the page and what lies over the list, and leaves the rest', () => {
  const before = new URLSearchParams('tab=made&keyword=a&pageNum=3&open=42');
  expect(withView(before, names, 'state=CLOSED').toString()).toBe('tab=made&state=CLOSED');
});

test('what an older console kept is read, and anything else is no view', () => {
  expect(readViews([{ name: 'a', search: 'state=ACTIVE' }, { name: 1 }, null, 'x'])).toEqual([
    { name: 'a', search: 'state=ACTIVE', isDefault: false },
  ]);
  expect(readViews({ name: 'a' })).toEqual([]);
});

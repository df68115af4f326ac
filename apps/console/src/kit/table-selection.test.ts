import { expect, it } from 'vitest';
import { toggled, withPage } from './table-selection.ts';

it('has nothing to pick on a page without rows', () => {
  expect(withPage({ keys: new Set(['other']), onChange: () => undefined }, []).state).toBe('empty');
});

it('keeps rows picked on other pages when a whole page is picked or put back', () => {
  let keys: ReadonlySet<string> = new Set(['from-page-1']);
  const page = () => withPage({ keys, onChange: (next) => (keys = next) }, ['a', 'b']);
  expect(page().state).toBe('none');
  keys = toggled(keys, 'a');
  expect(page().state).toBe('some');
  page().toggle();
  expect(page().state).toBe('all');
  page().toggle();
  expect([...keys]).toEqual(['from-page-1']);
});

import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRowSelection } from './use-row-selection.ts';

type Row = { id: string; name: string };

test('rows stay picked, with their names, when the page is turned', () => {
  const { result, rerender } = renderHook((rows: Row[]) => useRowSelection(rows, ({ name }) => name), {
    initialProps: [
      { id: '1', name: 'one' },
      { id: '2', name: 'two' },
    ],
  });
  act(() => result.current.change({ '2': true }));
  rerender([{ id: '3', name: 'three' }]);
  act(() => result.current.change((before) => ({ ...before, '3': true })));
  expect(result.current.ids).toEqual(['2', '3']);
  expect(result.current.ids.map(result.current.nameOf)).toEqual(['two', 'three']);
  act(() => result.current.clear());
  expect(result.current.ids).toEqual([]);
});

import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useQueue } from './use-queue.ts';

const queueOf = (ids: string[], openId: string | null) =>
  renderHook(
    ({ rows }) => {
      const [at, open] = useState(openId);
      return { at, queue: useQueue(rows, at, open) };
    },
    { initialProps: { rows: ids.map((id) => ({ id })) } },
  );

test('goes to the next and the one before, and no further than the ends', () => {
  const { result } = queueOf(['a', 'b'], 'a');
  expect([result.current.queue.hasPrevious, result.current.queue.hasNext]).toEqual([false, true]);
  act(() => result.current.queue.previous());
  expect(result.current.at).toBe('a');
  act(() => result.current.queue.next());
  act(() => result.current.queue.next());
  expect(result.current.at).toBe('b');
});

test('what is done leaves to the one below it, from the last to the one above, from the only one to none', () => {
  for (const [ids, open, then] of [
    [['a', 'b', 'c'], 'b', 'c'],
    [['a', 'b'], 'b', 'a'],
    [['a'], 'a', null],
  ] as const) {
    const { result } = queueOf([...ids], open);
    act(() => result.current.queue.leave());
    expect(result.current.at).toBe(then);
  }
});

test('from one that left the queue the next is what took its place', () => {
  const { result, rerender } = queueOf(['a', 'b', 'c'], 'b');
  rerender({ rows: [{ id: 'a' }, { id: 'c' }] });
  expect(result.current.at).toBe('b');
  act(() => result.current.queue.next());
  expect(result.current.at).toBe('c');
});

import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useCursorInput } from './use-cursor-input.ts';

type Input = { pageNum: number; state?: string };

function pages(first: Input) {
  return renderHook((input: Input) => useCursorInput(input), { initialProps: first });
}

test('the next page goes by the cursor that the page before it taught', () => {
  const { result, rerender } = pages({ pageNum: 1 });
  expect(result.current.input).toEqual({ pageNum: 1 });
  result.current.learn({ data: { cursor: 'after-1' }, isPlaceholderData: false });
  rerender({ pageNum: 2 });
  expect(result.current.input).toEqual({ pageNum: 2, cursor: 'after-1' });
});

test('a page that was jumped to goes by its number', () => {
  const { result, rerender } = pages({ pageNum: 1 });
  result.current.learn({ data: { cursor: 'after-1' }, isPlaceholderData: false });
  rerender({ pageNum: 7 });
  expect(result.current.input).toEqual({ pageNum: 7 });
});

test('other filters are another list: no cursor of one is used for the other', () => {
  const { result, rerender } = pages({ pageNum: 1, state: 'A' });
  result.current.learn({ data: { cursor: 'after-1' }, isPlaceholderData: false });
  rerender({ pageNum: 2, state: 'B' });
  expect(result.current.input).toEqual({ pageNum: 2, state: 'B' });
});

test('rows still shown from the page before teach nothing', () => {
  const { result, rerender } = pages({ pageNum: 2 });
  result.current.learn({ data: { cursor: 'after-1' }, isPlaceholderData: true });
  rerender({ pageNum: 3 });
  expect(result.current.input).toEqual({ pageNum: 3 });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pending } from './pending.ts';
import { untilIdle } from './until-idle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whether it has resolved, asked after so many ms. */
function watched() {
  let isOver = false;
  void untilIdle().then(() => {
    isOver = true;
  });
  return async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isOver;
  };
}

/** Something that the screen waits for; answers what ends it. */
function asked(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void pending.during(promise);
  return resolve;
}

test('of a screen that asks for nothing, the browser’s next free moment is waited for', async () => {
  const isOver = watched();
  expect(await isOver(0)).toBe(false);
  expect(await isOver(300)).toBe(true);
});

test('what the screen asks for comes first, and what it asks for then', async () => {
  const answerRows = asked();
  const isOver = watched();
  expect(await isOver(1000)).toBe(false);
  answerRows();
  expect(await isOver(100)).toBe(false);
  const answerNames = asked();
  expect(await isOver(300)).toBe(false);
  answerNames();
  expect(await isOver(300)).toBe(true);
});

test('a screen that waits for long is waited for three seconds', async () => {
  const answer = asked();
  const isOver = watched();
  expect(await isOver(2999)).toBe(false);
  expect(await isOver(1)).toBe(true);
  answer();
});

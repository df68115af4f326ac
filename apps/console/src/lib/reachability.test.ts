import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReachability } from './reachability.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // A test of before may have left it otherwise: they share a process, and what they asked for fails late.
  onlineManager.setOnline(true);
});
afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

it('asks with growing pauses until the server answers, and everything waits for that', async () => {
  const { ask, answer, reachability } = setUp();
  reachability.lost();
  expect(onlineManager.isOnline()).toBe(false);
  await vi.advanceTimersByTimeAsync(999);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1499);
  expect(ask).toHaveBeenCalledTimes(1);
  answer.comes = true;
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(onlineManager.isOnline()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('asks once for all who want to know at the same time', async () => {
  const { ask, answer, reachability } = setUp();
  answer.comes = true;
  await Promise.all([reachability.check(), reachability.check()]);
  expect(ask).toHaveBeenCalledOnce();
});

function setUp() {
  const answer = { comes: false };
  const ask = vi.fn(async () => {
    if (!answer.comes) throw new TypeError('Failed to fetch');
  });
  return { ask, answer, reachability: createReachability(ask) };
}

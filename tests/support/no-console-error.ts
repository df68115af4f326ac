import { afterEach, beforeEach, expect, vi } from 'vitest';

// A warning of React or an unhandled failure that only prints is a defect; a test that expects one spies itself.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  if (!vi.isMockFunction(console.error)) return;
  const calls = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(calls, 'console.error was called').toEqual([]);
});

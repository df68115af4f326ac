import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WireError } from '../lib/wire.ts';
import { useIdempotencyKey } from './idempotency-key.ts';

function failure(code: number): WireError {
  return new WireError('', { code, httpStatus: 200, requestId: null, issues: [], retryAfterSeconds: null });
}

test('after an answer the next request has another key', () => {
  const { result } = renderHook(useIdempotencyKey);
  const first = result.current.trpc.context.idempotencyKey;
  act(() => result.current.onSettled(undefined, null));
  const second = result.current.trpc.context.idempotencyKey;
  expect(second).not.toBe(first);
  act(() => result.current.onSettled(undefined, failure(406)));
  expect(result.current.trpc.context.idempotencyKey).not.toBe(second);
});

test('a lost answer and a fault keep the key, so that a second press does nothing twice', () => {
  const { result } = renderHook(useIdempotencyKey);
  const first = result.current.trpc.context.idempotencyKey;
  for (const code of [0, 500, 503]) {
    act(() => result.current.onSettled(undefined, failure(code)));
    expect(result.current.trpc.context.idempotencyKey).toBe(first);
  }
});

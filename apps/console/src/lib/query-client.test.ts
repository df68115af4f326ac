import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { codes } from '@xyxlx/contracts/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';
import { reachability } from './reachability.ts';
import { WireError } from './wire.ts';

const wireError = (code: number) =>
  new WireError('', { code, httpStatus: 200, requestId: null, issues: [], retryAfterSeconds: null });
const failing = (code: number) =>
  new MutationObserver(queryClient, {
    mutationFn: () => Promise.reject(wireError(code)),
  })
    .mutate()
    .catch(() => undefined);
const isStale = (key: string) => queryClient.getQueryState([key])?.isInvalidated;

test('after a refusal the records on the screen are read again, lists and other failures aside', async () => {
  queryClient.setQueryData(['record'], { id: '1', version: 3 });
  queryClient.setQueryData(['list'], { list: [], total: 0 });
  await failing(codes.fault);
  expect(isStale('record')).toBe(false);
  await failing(codes.refused);
  expect([isStale('record'), isStale('list')]).toEqual([true, false]);
});

// Without the timers that ask a real server.
beforeEach(() => {
  vi.spyOn(reachability, 'lost').mockImplementation(() => onlineManager.setOnline(false));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

test('what gets no answer keeps what was there, and is asked again once the server is back', async () => {
  queryClient.mount();
  const ask = vi
    .fn()
    .mockResolvedValueOnce('before')
    .mockRejectedValueOnce(wireError(0))
    .mockResolvedValue('after');
  const rows = new QueryObserver(queryClient, { queryKey: ['rows'], queryFn: ask });
  const stop = rows.subscribe(() => undefined);
  await vi.waitFor(() => expect(rows.getCurrentResult().data).toBe('before'));
  void rows.refetch();
  await vi.waitFor(() => expect(rows.getCurrentResult().fetchStatus).toBe('paused'));
  expect(rows.getCurrentResult()).toMatchObject({ data: 'before', error: null });
  expect(ask).toHaveBeenCalledTimes(2);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(rows.getCurrentResult().data).toBe('after'));
  stop();
  queryClient.unmount();
});

test('what was refused is not asked again', async () => {
  const ask = vi.fn().mockRejectedValue(wireError(codes.refused));
  await expect(queryClient.fetchQuery({ queryKey: ['refused'], queryFn: ask })).rejects.toThrow();
  expect(ask).toHaveBeenCalledOnce();
  expect(onlineManager.isOnline()).toBe(true);
});

const tooMuch = (retryAfterSeconds: number | null) =>
  new WireError('', { code: 503, httpStatus: 503, requestId: null, issues: [], retryAfterSeconds });

test('what was too much for the server is asked again as soon as it says, and at most three times', async () => {
  vi.useFakeTimers();
  const ask = vi
    .fn()
    .mockRejectedValueOnce(tooMuch(2))
    .mockResolvedValueOnce('rows')
    .mockRejectedValue(tooMuch(1));
  const rows = queryClient.fetchQuery({ queryKey: ['busy'], queryFn: ask, staleTime: 0 });
  await vi.advanceTimersByTimeAsync(1999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await rows).toBe('rows');
  expect(onlineManager.isOnline()).toBe(true);
  const again = queryClient
    .fetchQuery({ queryKey: ['busier'], queryFn: ask })
    .catch((error) => error.data.wire);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await again).toMatchObject({ httpStatus: 503 });
  expect(ask).toHaveBeenCalledTimes(6);
});

test('a 503 that does not say when to come back is shown at once', async () => {
  const ask = vi.fn().mockRejectedValue(tooMuch(null));
  await expect(queryClient.fetchQuery({ queryKey: ['down'], queryFn: ask })).rejects.toThrow();
  expect(ask).toHaveBeenCalledOnce();
});

test('one call that never gets an answer, while others do, is given up', async () => {
  const ask = vi.fn().mockRejectedValue(wireError(0));
  const back = onlineManager.subscribe((isOnline) => isOnline || onlineManager.setOnline(true));
  await expect(queryClient.fetchQuery({ queryKey: ['blocked'], queryFn: ask })).rejects.toThrow();
  back();
  expect(ask).toHaveBeenCalledTimes(4);
});

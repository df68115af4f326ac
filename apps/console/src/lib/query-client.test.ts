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

test('one call that never gets an answer, while others do, is given up', async () => {
  const ask = vi.fn().mockRejectedValue(wireError(0));
  const back = onlineManager.subscribe((isOnline) => isOnline || onlineManager.setOnline(true));
  await expect(queryClient.fetchQuery({ queryKey: ['blocked'], queryFn: ask })).rejects.toThrow();
  back();
  expect(ask).toHaveBeenCalledTimes(4);
});

import { MutationObserver } from '@tanstack/react-query';
import { codes } from '@xyxlx/contracts/wire';
import { expect, test } from 'vitest';
import { queryClient } from './query-client.ts';
import { WireError } from './wire.ts';

const failing = (code: number) =>
  new MutationObserver(queryClient, {
    mutationFn: () =>
      Promise.reject(
        new WireError('', { code, httpStatus: 200, requestId: null, issues: [], retryAfterSeconds: null }),
      ),
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

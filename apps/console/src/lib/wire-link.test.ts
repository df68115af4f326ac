import { createTRPCClient, TRPCClientError } from '@trpc/client';
import type { AppRouter } from '@xyxlx/contracts/contract';
import { describe, expect, it, vi } from 'vitest';
import type { call } from './call.ts';
import { failureOf } from './failure.ts';
import { WireError } from './wire.ts';
import { wireLink } from './wire-link.ts';

describe('the wire link', () => {
  it('turns area.action into its address and hands input, key and background through', async () => {
    const send = vi.fn<typeof call>(async () => ({ list: [] }));
    const result = await clientOver(send).merchant.queryMerchant.query(
      { pageNum: 2 },
      { context: { background: true, idempotencyKey: 'k' } },
    );
    expect(result).toEqual({ list: [] });
    expect(send).toHaveBeenCalledExactlyOnceWith(
      '/xyxlx/merchant/queryMerchant',
      { pageNum: 2 },
      expect.objectContaining({ background: true, idempotencyKey: 'k' }),
    );
  });

  it("carries the wire's code, issues and request id in the error's data", async () => {
    const wire = { code: 406, httpStatus: 200, requestId: 'r1', issues: [], retryAfterSeconds: null };
    const client = clientOver(async () => {
      throw new WireError('余额不足', wire);
    });
    const error = await client.merchant.getMerchant.query({ id: 'x' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TRPCClientError);
    expect(error).toMatchObject({ message: '余额不足', data: { wire } });
    expect(failureOf(error)).toEqual({ text: '余额不足', wire });
  });

  it('sends a change pressed twice once, and again when the first is through', async () => {
    const answers: ((data: unknown) => void)[] = [];
    const send = vi.fn<typeof call>(() => new Promise((resolve) => answers.push(resolve)));
    const client = clientOver(send);
    const disable = (id: string) => client.merchant.disableMerchant.mutate({ ids: [id], reason: 'r' });
    const presses = Promise.all([disable('a'), disable('a'), disable('b')]);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    for (const [sent, answer] of answers.entries()) answer({ done: sent });
    expect(await presses).toEqual([{ done: 0 }, { done: 0 }, { done: 1 }]);
    const again = disable('a');
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    answers[2]?.({ done: 2 });
    expect(await again).toEqual({ done: 2 });
  });

  it('gives the request up with its caller', async () => {
    let given: AbortSignal | null | undefined;
    const client = clientOver((_url, _input, options) => {
      given = options?.signal;
      return new Promise(() => undefined);
    });
    const abort = new AbortController();
    client.merchant.getMerchant.query({ id: 'x' }, { signal: abort.signal }).catch(() => undefined);
    await vi.waitFor(() => expect(given).toBeDefined());
    abort.abort();
    expect(given?.aborted).toBe(true);
  });
});

function clientOver(send: typeof call) {
  return createTRPCClient<AppRouter>({ links: [wireLink(send)] });
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { merchantStateWords } from '@xyxlx/contracts/merchant';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { pending } from '../../lib/pending.ts';
import { choiceFilter } from '../filters/choice-filter.tsx';
import { ViewCount } from './view-count.tsx';

afterEach(() => vi.restoreAllMocks());

test('a view’s number is that of its filters, and 加载中... does not come for it', async () => {
  const answer = Promise.withResolvers<Response>();
  const asked = vi.spyOn(globalThis, 'fetch').mockReturnValue(answer.promise);
  const source = {
    name: 'merchant',
    query: api.merchant.queryMerchant,
    filters: [choiceFilter('state', '状态', merchantStateWords)],
  };
  // Tests before may have left the console offline.
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  render(
    <QueryClientProvider client={client}>
      <ViewCount source={source} search="state=PENDING" />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(JSON.parse(asked.mock.calls[0]?.[1]?.body as string)).toEqual({
    state: ['PENDING'],
    pageNum: 1,
    pageSize: 1,
  });
  expect(pending.count()).toBe(0);

  const result = { list: [], total: 1234, totalIsEstimate: true, pageNum: 1, pageSize: 1, cursor: null };
  answer.resolve(Response.json({ code: 200, success: true, msg: '', result }));
  expect(await screen.findByText('1,234+')).toBeDefined();
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { QueryOf } from '../../lib/query-of.ts';
import { textFilter } from '../filters/text-filter.tsx';
import { useList } from './use-list.ts';

interface Row {
  id: string;
}

test('what is filtered by and turned to is asked for in the press, and once', async () => {
  const { list, asked } = shown();
  await waitFor(() => expect(list().rows.isFetching).toBe(false));
  expect(asked).toHaveBeenCalledTimes(1);

  act(() => {
    list().address.setValues({ keyword: '茶' });
    expect(asked).toHaveBeenLastCalledWith({ keyword: '茶', pageNum: 1, pageSize: 20 });
  });
  await waitFor(() => expect(list().rows.isFetching).toBe(false));
  expect(asked).toHaveBeenCalledTimes(2);

  act(() => {
    list().address.setPage(2, 20);
    expect(asked).toHaveBeenLastCalledWith({ keyword: '茶', pageNum: 2, pageSize: 20, cursor: 'after 茶 1' });
  });
  await waitFor(() => expect(list().rows.isFetching).toBe(false));
  expect(asked).toHaveBeenCalledTimes(3);
});

function shown() {
  const asked = vi.fn(async (input: { keyword?: string; pageNum: number }) => ({
    list: [{ id: '1' }],
    total: 60,
    totalIsEstimate: false,
    cursor: `after ${input.keyword} ${input.pageNum}`,
  }));
  const query: unknown = {
    queryOptions: (input: Parameters<typeof asked>[0]) => ({
      queryKey: ['rows', input],
      queryFn: () => asked(input),
    }),
  };
  // Tests before may have left the console offline.
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, networkMode: 'always' } },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/list']}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const filters = [textFilter('keyword', '关键字')];
  const { result } = renderHook(
    () => useList<{ keyword: string }, Row>({ query: query as ListQuery, filters, sortFields: [] }),
    { wrapper },
  );
  return { list: () => result.current, asked };
}

type ListQuery = QueryOf<
  { keyword: string },
  { list: Row[]; total: number; totalIsEstimate: boolean; cursor: string | null }
>;

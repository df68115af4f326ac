import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { choices, text, useListState } from './use-list-state.ts';

const shape = {
  filters: { keyword: text, state: choices(['ACTIVE', 'CLOSED']) },
  sortFields: ['name', 'createdAt'],
} as const;

it('reads filters, sort and page from the address', () => {
  const { list } = at('?keyword=咖啡&state=CLOSED,ACTIVE&sort=name.desc&pageNum=3&pageSize=50');
  expect(list().input).toEqual({
    keyword: '咖啡',
    state: ['ACTIVE', 'CLOSED'],
    sort: { field: 'name', order: 'desc' },
    pageNum: 3,
    pageSize: 50,
  });
});

it('ignores what an address must not ask for', () => {
  const tooLong = 'a'.repeat(101);
  const { list } = at(`?keyword=${tooLong}&state=DELETED&sort=password.asc&pageNum=-1&pageSize=100000`);
  expect(list().input).toEqual({ pageNum: 1, pageSize: 20 });
});

it('goes back to the first page when the filters or the order change', () => {
  const { list, search } = at('?pageNum=3&pageSize=50');
  act(() => list().setFilters({ keyword: '茶' }));
  expect(search().get('pageNum')).toBeNull();
  act(() => list().paging.setPage(2, 50));
  act(() => list().paging.setSort({ field: 'createdAt', order: 'asc' }));
  expect(Object.fromEntries(search())).toEqual({ keyword: '茶', pageSize: '50', sort: 'createdAt.asc' });
});

it('keeps usual values out of the address, and leaves what others keep there', () => {
  const { list, search } = at('?open=42');
  act(() => list().paging.setPage(1, 20));
  act(() => list().setFilters({}));
  expect(Object.fromEntries(search())).toEqual({ open: '42' });
});

function at(query: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[`/list${query}`]}>{children}</MemoryRouter>
  );
  const { result } = renderHook(() => ({ list: useListState(shape), location: useLocation() }), { wrapper });
  return {
    list: () => result.current.list,
    search: () => new URLSearchParams(result.current.location.search),
  };
}

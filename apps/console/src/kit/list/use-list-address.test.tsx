import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { choiceFilter } from '../filters/choice-filter.tsx';
import { textFilter } from '../filters/text-filter.tsx';
import { useListAddress } from './use-list-address.ts';

const shape = {
  filters: [
    textFilter('keyword', '关键字'),
    choiceFilter('state', '状态', {
      ACTIVE: { zh: '正常', en: 'Active' },
      CLOSED: { zh: '已注销', en: 'Closed' },
    }),
  ],
  sortFields: ['name', 'createdAt'],
};

it('reads filters, sort and page from the address', () => {
  const { list } = at('?keyword=咖啡&state=CLOSED,ACTIVE&sort=name.desc&pageNum=3&pageSize=50');
  expect(list()).toMatchObject({
    values: { keyword: '咖啡', state: ['ACTIVE', 'CLOSED'] },
    sort: { field: 'name', order: 'desc' },
    pageNum: 3,
    pageSize: 50,
  });
});

it('ignores what an address must not ask for', () => {
  const tooLong = 'a'.repeat(101);
  const { list } = at(`?keyword=${tooLong}&state=DELETED&sort=password.asc&pageNum=-1&pageSize=100000`);
  expect(list()).toMatchObject({ values: {}, sort: undefined, pageNum: 1, pageSize: 20 });
});

it('goes back to the first page when the filters or the order change', () => {
  const { list, search } = at('?pageNum=3&pageSize=50');
  act(() => list().setValues({ keyword: '茶' }));
  expect(search().get('pageNum')).toBeNull();
  act(() => list().setPage(2, 50));
  act(() => list().setSort({ field: 'createdAt', order: 'asc' }));
  expect(Object.fromEntries(search())).toEqual({ keyword: '茶', pageSize: '50', sort: 'createdAt.asc' });
});

it('keeps usual values out of the address, and leaves what others keep there', () => {
  const { list, search } = at('?open=42');
  act(() => list().setPage(1, 20));
  act(() => list().setValues({}));
  expect(Object.fromEntries(search())).toEqual({ open: '42' });
});

function at(query: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[`/list${query}`]}>{children}</MemoryRouter>
  );
  const { result } = renderHook(() => ({ list: useListAddress(shape), location: useLocation() }), {
    wrapper,
  });
  return {
    list: () => result.current.list,
    search: () => new URLSearchParams(result.current.location.search),
  };
}

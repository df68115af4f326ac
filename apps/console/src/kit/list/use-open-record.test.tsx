import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useOpenRecord } from './use-open-record.ts';

const id = '01941f29-7c00-7000-8000-000000000001';
let open: (id: string | null) => void;

function List() {
  open = useOpenRecord()[1];
  return null;
}

test('opens a record in the address, and no longer once one has gone on to another screen', async () => {
  const routes = [
    { path: '/list', element: <List /> },
    { path: '/other', element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/list'] });
  render(<RouterProvider router={router} />);
  await act(async () => open(id));
  expect(router.state.location.search).toBe(`?open=${id}`);
  await act(async () => router.navigate('/other?tab=decided'));
  await act(async () => open(null));
  expect(router.state.location).toMatchObject({ pathname: '/other', search: '?tab=decided' });
});

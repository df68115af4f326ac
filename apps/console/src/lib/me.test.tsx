import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { User } from '@xyxlx/contracts/user-account';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { useMe } from './me.ts';
import { queryClient } from './query-client.ts';
import { reachability } from './reachability.ts';
import { clearStored, writeToken, writeUser } from './storage.ts';

afterEach(() => {
  queryClient.clear();
  clearStored();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

const stored = {
  id: 'u1',
  mobile: '13800000001',
  name: '甲',
  permissions: ['rule.edit'],
  roles: [],
  updatePassword: 1,
};

function me() {
  return renderHook(useMe, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
}

test('whoever is signed in stays known while the server can not be asked', async () => {
  writeToken('t');
  writeUser(stored as unknown as User);
  vi.spyOn(reachability, 'lost').mockImplementation(() => onlineManager.setOnline(false));
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const { result } = me();
  expect(result.current?.permissions).toEqual(['rule.edit']);
  const asked = () => queryClient.getQueryState(api.userAccount.getUser.queryKey({}))?.fetchStatus;
  await waitFor(() => expect(asked()).toBe('paused'));
  expect(result.current?.permissions).toEqual(['rule.edit']);
});

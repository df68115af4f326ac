import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { User } from '@xyxlx/contracts/user-account';
import { useEffect } from 'react';
import { api } from './api.ts';
import { readUser, writeUser } from './storage.ts';

/** The signed-in user: at once as stored at sign-in, then as the server knows them; undefined only before the first answer. */
export function useMe(): User | undefined {
  const stored = readUser() ?? undefined;
  const { data, isPlaceholderData } = useQuery(
    api.userAccount.getUser.queryOptions(
      {},
      { placeholderData: stored, staleTime: 60_000, trpc: { context: { background: stored !== undefined } } },
    ),
  );
  useEffect(() => {
    if (data && !isPlaceholderData) writeUser(data);
  }, [data, isPlaceholderData]);
  // A query that fails lets go of its placeholder: without this the whole screen would go, and what is open on it.
  return data ?? stored;
}

/** Whether the signed-in user may do something; the server decides again at every call. */
export function useCan(): (permission: Permission) => boolean {
  const me = useMe();
  return (permission) => me?.permissions.includes(permission) ?? false;
}

/** Whether the signed-in user sees the records of several tenants: who changes tenants does. */
export function useSeesTenants(): boolean {
  return useCan()('tenant.edit');
}

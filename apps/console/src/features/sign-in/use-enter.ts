import { useQueryClient } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import type { User } from '@xyxlx/contracts/user-account';
import { api } from '../../lib/api.ts';
import type { Go } from '../../lib/go.ts';
import { safeRedirect } from '../../lib/redirect.ts';
import { startPath } from '../../lib/start-path.ts';
import { writeToken, writeUser } from '../../lib/storage.ts';

/** Keeps a fresh session and goes on: to the choice of a tenant for a user of several, else to the asked-for page of this site. */
export function useEnter(
  go: Go,
): (signedIn: { token: string; user: User }, redirect: string | null) => Promise<void> {
  const queryClient = useQueryClient();

  return async ({ token, user }, redirect) => {
    writeToken(token);
    writeUser(user);
    const choice = await queryClient
      .fetchQuery(api.userAccount.queryTenantChoice.queryOptions({}))
      .catch(() => null);
    const several = (choice?.list.filter(({ state }) => state === 'USABLE').length ?? 0) > 1;
    // What they may see depends on the tenant that they choose.
    const asked = encodeURIComponent(safeRedirect(redirect, paths.merchant));
    const target = several ? `${paths.tenant}?redirect=${asked}` : startPath(redirect, user.permissions);
    await go(target, { replace: true });
  };
}

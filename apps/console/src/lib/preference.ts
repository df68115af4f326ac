import { useMutation, useQuery } from '@tanstack/react-query';
import type { preference } from '@xyxlx/contracts/preference';
import { useMemo } from 'react';
import type { z } from 'zod';
import { api } from './api.ts';
import { queryClient } from './query-client.ts';

type Json = z.input<typeof preference.savePreference.input>['value'];

const background = { trpc: { context: { background: true } } };
/** All documents that are kept for the user, asked for once. */
export const preferences = api.preference.getPreferences.queryOptions(
  {},
  { staleTime: Number.POSITIVE_INFINITY, ...background },
);

/**
 * A small document that the server keeps for the user, such as the columns of a list. `read` makes sense of whatever was
 * stored, by an older console too. A change shows at once.
 */
export function usePreference<T extends Json>(
  name: string,
  read: (stored: unknown) => T,
): [T, (value: T) => void] {
  const { data } = useQuery(preferences);
  const { mutate: save } = useMutation(api.preference.savePreference.mutationOptions(background));

  async function keep(value: T): Promise<void> {
    // What was kept before and is still on its way must not arrive over the change.
    await queryClient.ensureQueryData(preferences).catch(() => undefined);
    queryClient.setQueryData(preferences.queryKey, (before) => ({
      documents: { ...before?.documents, [name]: value },
    }));
    save({ name, value });
  }

  const stored = data?.documents[name];
  return [useMemo(() => read(stored), [read, stored]), keep];
}

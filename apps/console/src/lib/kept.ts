import { useMutation, useQuery } from '@tanstack/react-query';
import type { preference } from '@xyxlx/contracts/preference';
import type { z } from 'zod';
import { api } from './api.ts';
import { queryClient } from './query-client.ts';

type Json = z.input<typeof preference.savePreference.input>['value'];

const background = { trpc: { context: { background: true } } };

/**
 * A small document that the server keeps for the user, such as the columns of a list. `read` makes sense of whatever was
 * stored, by an older console too. A change shows at once.
 */
export function useKept<T extends Json>(name: string, read: (stored: unknown) => T): [T, (value: T) => void] {
  const { data } = useQuery(
    api.preference.getPreferences.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY, ...background }),
  );
  const { mutate: save } = useMutation(api.preference.savePreference.mutationOptions(background));

  function keep(value: T): void {
    queryClient.setQueryData(api.preference.getPreferences.queryKey({}), (before) => ({
      documents: { ...before?.documents, [name]: value },
    }));
    save({ name, value });
  }

  return [read(data?.documents[name]), keep];
}

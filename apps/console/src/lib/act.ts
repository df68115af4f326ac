import type { QueryFilters } from '@tanstack/react-query';
import { notify } from './notify.ts';
import { queryClient } from './query-client.ts';

/** What follows a change that worked: words, and everything of the named areas is read again. */
export async function acted(words: string, ...areas: QueryFilters[]): Promise<void> {
  notify('success', words);
  await Promise.all(areas.map((area) => queryClient.invalidateQueries(area)));
}

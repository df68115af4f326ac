import { createContext, use } from 'react';

/** What is typed into the filter bar and not yet asked for. */
interface FilterDraft {
  values: Readonly<Record<string, unknown>>;
  set(name: string, value: unknown): void;
}

export const FilterContext = createContext<FilterDraft | null>(null);

/** One filter of the bar around: what it holds now, and how to change it; undefined filters for nothing. */
export function useFilter<T>(name: string): [value: T | undefined, set: (value: T | undefined) => void] {
  const draft = use(FilterContext);
  if (!draft) throw new Error(`The filter ${name} stands outside a FilterBar`);
  return [draft.values[name] as T | undefined, (value) => draft.set(name, value)];
}

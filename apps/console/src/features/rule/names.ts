import type { Option } from '@xyxlx/contracts/option';
import { createContext, use, useMemo, useState } from 'react';

/** What the ids in an editor are called, as far as it has seen them. */
interface Names {
  known: readonly Option[];
  nameOf(id: string): string | undefined;
  learn(options: readonly Option[]): void;
}

const Context = createContext<Names | null>(null);
export const NamesProvider = Context.Provider;

/** The names that an editor begins with, to which its pickers add. */
export function useNewNames(first: readonly Option[]): Names {
  const [seen, setSeen] = useState(() => new Map(first.map(({ id, name }) => [id, name])));
  return useMemo(
    () => ({
      known: [...seen].map(([id, name]) => ({ id, name })),
      nameOf: (id) => seen.get(id),
      learn: (options) =>
        setSeen((before) => new Map([...before, ...options.map(({ id, name }) => [id, name] as const)])),
    }),
    [seen],
  );
}

/** The names of the editor around. */
export function useNames(): Names {
  const names = use(Context);
  if (!names) throw new Error('A picker stands outside its editor');
  return names;
}

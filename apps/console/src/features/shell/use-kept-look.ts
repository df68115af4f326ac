import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../lib/api.ts';
import { type Density, type Scheme, useConsoleStore } from '../../lib/store.ts';

const name = 'console.look';
const background = { trpc: { context: { background: true } } };

/** Keeps how the console looks with the user: a session that ends clears the browser's storage, and another browser knows nothing yet. */
export function useKeptLook(): void {
  const { scheme, density, setScheme, setDensity } = useConsoleStore();
  const kept = useQuery(
    api.preference.getPreferences.queryOptions(
      { names: [name] },
      { staleTime: Number.POSITIVE_INFINITY, ...background },
    ),
  );
  const { mutate: save } = useMutation(api.preference.savePreference.mutationOptions(background));
  const known = useRef<string | null>(null);
  const documents = kept.data?.documents;

  const take = useEffectEvent((look: { scheme?: unknown; density?: unknown }) => {
    if (isScheme(look.scheme)) setScheme(look.scheme);
    if (isDensity(look.density)) setDensity(look.density);
  });

  const shown = useEffectEvent(() => JSON.stringify({ scheme, density }));

  useEffect(() => {
    if (!documents || known.current !== null) return;
    const look = documents[name];
    if (typeof look !== 'object' || look === null || Array.isArray(look)) {
      // Nothing was ever chosen: what this browser starts with is no choice either.
      known.current = shown();
      return;
    }
    known.current = JSON.stringify({ scheme: look.scheme, density: look.density });
    take(look);
  }, [documents]);

  useEffect(() => {
    const now = JSON.stringify({ scheme, density });
    // Nothing is kept before what was kept is known, and what came from the server need not go back.
    if (known.current === null || known.current === now) return;
    known.current = now;
    save({ name, value: { scheme, density } });
  }, [scheme, density, save]);
}

function isScheme(value: unknown): value is Scheme {
  return value === 'light' || value === 'dark';
}

function isDensity(value: unknown): value is Density {
  return value === 'comfortable' || value === 'compact';
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import type { Density, Scheme } from '../../lib/look.ts';
import { preferences } from '../../lib/preference.ts';
import { useConsoleStore } from '../../lib/store.ts';

const name = 'console.look';

/** Keeps how the console looks with the user: a session that ends clears the browser's storage, and another browser knows nothing yet. */
export function useLookPreference(): void {
  const { scheme, density, setScheme, setDensity } = useConsoleStore();
  const kept = useQuery(preferences);
  const { mutate: save } = useMutation(
    api.preference.savePreference.mutationOptions({ trpc: { context: { background: true } } }),
  );
  const documents = kept.data?.documents;
  const now = JSON.stringify({ scheme, density });
  const [first] = useState(now);
  /** What the server has, or would have no reason to be told; null until it answered. */
  const known = useRef<string | null>(null);

  const take = useEffectEvent((look: { scheme?: unknown; density?: unknown }) => {
    if (isScheme(look.scheme)) setScheme(look.scheme);
    if (isDensity(look.density)) setDensity(look.density);
  });

  useEffect(() => {
    if (!documents) return;
    if (known.current === null) {
      const look = documents[name];
      const isKept = typeof look === 'object' && look !== null && !Array.isArray(look);
      // Nothing kept yet: what this browser started with was no choice. What was chosen meanwhile is newer than what was kept.
      known.current = isKept ? JSON.stringify({ scheme: look.scheme, density: look.density }) : first;
      if (isKept && now === first) {
        take(look);
        return;
      }
    }
    if (known.current === now) return;
    known.current = now;
    save({ name, value: { scheme, density } });
  }, [documents, first, now, scheme, density, save]);
}

function isScheme(value: unknown): value is Scheme {
  return value === 'light' || value === 'dark';
}

function isDensity(value: unknown): value is Density {
  return value === 'comfortable' || value === 'compact';
}

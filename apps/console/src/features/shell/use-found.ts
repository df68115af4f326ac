import { skipToken, useQuery } from '@tanstack/react-query';
import type { FoundRecord } from '@xyxlx/contracts/search';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';

/** In ms: so long nothing more is typed before it is asked. */
const settledAfter = 150;

const none: readonly FoundRecord[] = [];

/** The records that a text finds, of this text and no other; a single letter finds too much to be asked. */
export function useFound(sought: string): { found: readonly FoundRecord[]; isPending: boolean } {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(sought), settledAfter);
    return () => clearTimeout(timer);
  }, [sought]);
  const isAsked = (text: string) => text.length > 1 || text > '~';
  const { data, isPending } = useQuery(
    api.search.findRecord.queryOptions(isAsked(asked) ? { q: asked } : skipToken, {
      trpc: { context: { background: true } },
    }),
  );
  if (!isAsked(sought)) return { found: none, isPending: false };
  return asked === sought ? { found: data?.list ?? none, isPending } : { found: none, isPending: true };
}

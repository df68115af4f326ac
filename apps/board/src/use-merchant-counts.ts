import type { MerchantState } from '@xyxlx/contracts/merchant';
import { useEffect, useState } from 'react';
import type { Host, HostSession } from './host.ts';
import { call, Expired } from './wire.ts';

export const shownStates = [
  'ACTIVE',
  'PENDING',
  'DISABLED',
  'CLOSED',
  'REJECTED',
] as const satisfies MerchantState[];

export type Counts = Record<MerchantState, number>;

type Loading =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; counts: Counts };

/** How many merchants are in each state, read again whenever the session or `round` changes. */
export function useMerchantCounts(host: Host, session: HostSession | null, round: number): Loading {
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again with the same session
  useEffect(() => {
    if (!session) return;
    const abort = new AbortController();
    readCounts(session, abort.signal).then(
      (counts) => setLoading({ state: 'loaded', counts }),
      (error: Error) => {
        if (abort.signal.aborted) return;
        if (error instanceof Expired) host.reportExpired(session.token);
        else setLoading({ state: 'failed', message: error.message });
      },
    );
    return () => abort.abort();
  }, [host, session, round]);
  return loading;
}

async function readCounts(session: HostSession, signal: AbortSignal): Promise<Counts> {
  const pages = await Promise.all(
    shownStates.map((state) =>
      call(session, 'merchant', 'queryMerchant', { pageNum: 1, pageSize: 1, state: [state] }, signal),
    ),
  );
  return Object.fromEntries(shownStates.map((state, index) => [state, pages[index]?.total ?? 0])) as Counts;
}

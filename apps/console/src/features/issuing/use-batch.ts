import { skipToken, useQuery } from '@tanstack/react-query';
import type { IssueBatchState } from '@xyxlx/contracts/issue-kinds';
import { useEffect, useEffectEvent } from 'react';
import { useLiveEvents, useLiveStatus } from '../../kit/use-live.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** A job works on it. */
export const workingStates: readonly IssueBatchState[] = ['CHECKING', 'RUNNING', 'VOIDING'];
const pollMs = 1000;
/** With the live channel open, asking is only the safety net. */
const pollBesideLiveMs = 5000;

/** A batch as it stands, told by the live channel while a job works on it; what it changed is read again when it rests. */
export function useBatch(id: string | null) {
  const isLive = useLiveStatus().state === 'open';
  const batch = useQuery(
    api.creditLimit.getIssue.queryOptions(id ? { id } : skipToken, {
      staleTime: 0,
      refetchInterval: ({ state: { data, error } }) => {
        if (error || !data || !workingStates.includes(data.state)) return false;
        return isLive ? pollBesideLiveMs : pollMs;
      },
      trpc: { context: { background: true } },
    }),
  );
  useLiveEvents((event) => {
    // Also a job that was started in another tab, or by a checker.
    if (id && event.type === 'job' && event.job.kind.startsWith('issue')) batch.refetch();
  });
  const state = batch.data?.state;
  const rested = useEffectEvent((now: IssueBatchState | undefined) => {
    if (!now || workingStates.includes(now)) return;
    for (const area of [
      api.creditLimit.queryIssue.pathFilter(),
      api.creditLimit.sumIssue.pathFilter(),
      api.creditLimit.queryIssueRow.pathFilter(),
      api.autoIssue.pathFilter(),
      api.employee.pathFilter(),
      api.limit.pathFilter(),
      api.home.pathFilter(),
    ])
      queryClient.invalidateQueries(area);
  });
  useEffect(() => rested(state), [state]);
  return batch;
}

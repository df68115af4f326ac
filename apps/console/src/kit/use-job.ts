import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { endedJobStates, type JobState } from '@xyxlx/contracts/job';
import { api } from '../lib/api.ts';
import { useLiveEvents, useLiveStatus } from './use-live.ts';

const restingStates: readonly JobState[] = ['WAITING_CONFIRM', ...endedJobStates];
const pollMs = 1000;
/** With the live channel open, asking is only the safety net. */
const pollBesideLiveMs = 5000;

/** A job as it stands: told by the live channel as it comes, asked for where that is closed; null is no job. */
export function useJob(id: string | null) {
  const queryClient = useQueryClient();
  const isLive = useLiveStatus().state === 'open';
  const { queryKey } = api.job.getJob.queryOptions({ id: id ?? '' });

  useLiveEvents((event) => {
    if (event.type !== 'job' || event.job.id !== id) return;
    const before = queryClient.getQueryData(queryKey);
    if (before) queryClient.setQueryData(queryKey, { ...before, ...event.job });
    // A new state comes with more than the event carries: the report, what can be done.
    if (before?.state !== event.job.state) queryClient.invalidateQueries({ queryKey });
  });

  return useQuery(
    api.job.getJob.queryOptions(id === null ? skipToken : { id }, {
      staleTime: 0,
      refetchInterval: ({ state: { data, error } }) => {
        if (error || (data && restingStates.includes(data.state))) return false;
        return isLive ? pollBesideLiveMs : pollMs;
      },
      trpc: { context: { background: true } },
    }),
  );
}

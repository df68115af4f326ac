import { useQuery } from '@tanstack/react-query';
import { endedJobStates, type JobState } from '@xyxlx/contracts/job';
import { api } from '../lib/api.ts';

const restingStates: readonly JobState[] = ['WAITING_CONFIRM', ...endedJobStates];
const pollMs = 1000;

/** A job as it stands, read again every second while it works. */
export function useJob(id: string) {
  return useQuery(
    api.job.getJob.queryOptions(
      { id },
      {
        staleTime: 0,
        refetchInterval: ({ state: { data, error } }) =>
          error || (data && restingStates.includes(data.state)) ? false : pollMs,
        trpc: { context: { background: true } },
      },
    ),
  );
}

import { skipToken, useQuery } from '@tanstack/react-query';
import {
  type ScheduledTaskRow,
  type ScheduledTaskState,
  scheduledTaskStateWords,
} from '@xyxlx/contracts/scheduled-task';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { queryClient } from '../../lib/query-client.ts';
import { scheduleActions } from './schedule-actions.ts';
import { tookText } from './took-text.ts';

interface ScheduleDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** How often a task is looked at while it is asked for or runs, in ms. */
const runningEvery = 1000;
const restingEvery = 15_000;

/** One scheduled task: when it ran, how that went, and what failed last. */
export function ScheduleDrawer({ id, onClose }: ScheduleDrawerProps) {
  const { t } = useTranslation('job');
  const label = useLabel();
  const task = useScheduledTask(id);
  return (
    <DetailDrawer<ScheduledTaskRow>
      open={id !== null}
      record={task}
      title={t('schedule.detail')}
      titleOf={({ title }) => label(title)}
      extra={({ state }) => <StateTag words={scheduledTaskStateWords[state]} />}
      footer={(row) => (
        <RecordActions record={row} nameOf={({ title }) => label(title)} actions={scheduleActions(t)} />
      )}
      onClose={onClose}
    >
      {(row) => (
        <Facts
          record={row}
          facts={(cell) => [
            cell.text('due', t('schedule.field.due'), ({ due }) => label(due)),
            cell.moment('startedAt', t('schedule.field.startedAt'), ({ startedAt }) => startedAt),
            cell.figures('tookMs', t('schedule.field.tookMs'), ({ tookMs }) => tookText(tookMs)),
            cell.moment('nextAt', t('schedule.field.nextAt'), ({ nextAt }) => nextAt),
            cell.moment('failedAt', t('schedule.field.failedAt'), ({ failedAt }) => failedAt),
            row.failure &&
              cell.text('failure', t('schedule.field.failure'), () => row.failure && label(row.failure)),
            row.failuresInRow > 0 &&
              cell.count(
                'failuresInRow',
                t('schedule.field.failuresInRow'),
                ({ failuresInRow }) => failuresInRow,
              ),
            row.askedAt !== null &&
              cell.stamp(
                'askedAt',
                t('schedule.field.askedAt'),
                ({ askedAt }) => askedAt,
                ({ askedBy }) => askedBy,
              ),
            cell.code('name', t('schedule.field.name'), ({ name }) => name),
          ]}
        />
      )}
    </DetailDrawer>
  );
}

/** A task as it stands; the list is read again when a run that was asked for has ended. */
function useScheduledTask(id: string | null) {
  const task = useQuery(
    api.job.getScheduledTask.queryOptions(id === null ? skipToken : { id }, {
      staleTime: 0,
      refetchInterval: ({ state: { data, error } }) => {
        if (error) return false;
        return data && isUnderWay(data.state) ? runningEvery : restingEvery;
      },
      trpc: { context: { background: true } },
    }),
  );
  const state = task.data?.state;
  const changed = useEffectEvent((now: ScheduledTaskState | undefined) => {
    if (now && !isUnderWay(now)) queryClient.invalidateQueries(api.job.queryScheduledTask.pathFilter());
  });
  useEffect(() => changed(state), [state]);
  return task;
}

function isUnderWay(state: ScheduledTaskState): boolean {
  return state === 'ASKED' || state === 'RUNNING';
}

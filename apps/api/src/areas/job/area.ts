import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { endGrownPartitions } from './end-grown-partitions.ts';
import { job } from './handlers.ts';
import { scheduledTask } from './scheduled-task-handlers.ts';

export const jobs: Area<AppContract['job']> = {
  handlers: { ...job, ...scheduledTask },
  schedule: [
    {
      name: 'endGrownPartitions',
      title: { zh: '大表分区', en: 'Partitions of large tables' },
      due: { zh: '一个分区超过 2,000 万行时', en: 'When a partition has more than 20,000,000 rows' },
      run: endGrownPartitions,
    },
  ],
};

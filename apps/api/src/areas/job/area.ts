import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { job } from './handlers.ts';
import { scheduledTask } from './scheduled-task-handlers.ts';

export const jobs: Area<AppContract['job']> = {
  handlers: { ...job, ...scheduledTask },
};

import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { job as handlers } from './handlers.ts';

export const job: Area<AppContract['job']> = {
  handlers,
};

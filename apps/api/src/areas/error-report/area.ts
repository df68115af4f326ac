import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { errorReport as handlers } from './handlers.ts';

export const errorReport: Area<AppContract['errorReport']> = {
  handlers,
};

import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { search as handlers } from './handlers.ts';

export const search: Area<AppContract['search']> = {
  handlers,
};

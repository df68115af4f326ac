import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { preference as handlers } from './handlers.ts';

export const preference: Area<AppContract['preference']> = {
  handlers,
};

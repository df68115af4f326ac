import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { home as handlers } from './handlers.ts';

export const home: Area<AppContract['home']> = {
  handlers,
};

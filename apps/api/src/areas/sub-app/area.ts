import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { subApp as handlers } from './handlers.ts';

export const subApp: Area<AppContract['subApp']> = {
  handlers,
};

import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { notification as handlers } from './handlers.ts';

export const notification: Area<AppContract['notification']> = {
  handlers,
};

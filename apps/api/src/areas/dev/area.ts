import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { dev as handlers } from './handlers.ts';

export const dev: Area<AppContract['dev']> = {
  handlers,
};

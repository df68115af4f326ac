import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { own as handlers } from './handlers.ts';

export const own: Area<AppContract['own']> = { handlers, record: 'card' };

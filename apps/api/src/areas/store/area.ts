import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { store as handlers } from './handlers.ts';

export const store: Area<AppContract['store']> = {
  handlers,
  records: { store: { from: 'stores r', fields: ['storeId'] } },
};

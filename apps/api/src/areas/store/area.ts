import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { foundStores, store as handlers } from './handlers.ts';
import { storeTimelines } from './timeline.ts';

export const store: Area<AppContract['store']> = {
  handlers,
  finds: [foundStores],
  timelines: storeTimelines,
  records: { store: { from: 'stores r', fields: ['storeId'] } },
};

import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { store as handlers } from './handlers.ts';

export const store: Area<AppContract['store']> = {
  handlers,
  records: { store: { source: 'SELECT id, tenant_id, name FROM stores', fields: ['storeId'] } },
};

import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { channel as handlers } from './handlers.ts';

export const channel: Area<AppContract['channel']> = {
  handlers,
  records: { channelBinding: { source: 'SELECT id, tenant_id, name FROM channel_bindings' } },
  record: 'channelBinding',
};

import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { channel as handlers } from './handlers.ts';

export const channel: Area<AppContract['channel']> = {
  handlers,
  records: { channelBinding: { from: 'channel_bindings r' } },
  record: 'channelBinding',
};

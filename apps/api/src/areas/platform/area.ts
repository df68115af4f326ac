import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { platformAccount } from './account-handlers.ts';
import { platform as handlers } from './handlers.ts';
import { foundPlatforms } from './platform.sql.ts';
import { platformChange } from './platform-change.ts';

export const platform: Area<AppContract['platform']> = {
  handlers: { ...handlers, ...platformAccount },
  approvals: [platformChange],
  finds: [foundPlatforms],
  records: {
    platform: { from: 'platforms r', fields: ['platformId'] },
    platformAccount: { from: 'platform_accounts r', fields: ['platformAccountId'] },
  },
};

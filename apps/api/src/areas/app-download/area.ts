import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { appDownload as handlers } from './handlers.ts';

export const appDownload: Area<AppContract['appDownload']> = {
  handlers,
};

import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { operationLog as handlers } from './handlers.ts';
import { logInvariants } from './invariants.ts';
import { logExport } from './log-export.ts';
import { logTimelines } from './timeline.ts';

export const operationLog: Area<AppContract['operationLog']> = {
  handlers,
  exports: [logExport],
  timelines: logTimelines,
  invariants: logInvariants,
  steps: { manyRefusals: { zh: '频繁被拒绝', en: 'Many refusals' } },
};

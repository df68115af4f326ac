import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { closeTopUps } from './close-top-ups.ts';
import { topup as handlers } from './handlers.ts';
import { topUpInvariants } from './invariants.ts';
import { topUpExport } from './top-up-export.ts';

export const topup: Area<AppContract['topup']> = {
  handlers,
  exports: [topUpExport],
  schedule: [{ name: 'closeTopUps', run: closeTopUps }],
  record: 'topUp',
  invariants: topUpInvariants,
  steps: { closeTopUps: { zh: '关闭未支付的充值', en: 'Close top-ups that nobody paid' } },
};

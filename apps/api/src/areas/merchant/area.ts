import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { merchantChange } from './guarded-change.ts';
import { merchant as handlers } from './handlers.ts';
import { merchantExport } from './merchant-export.ts';
import { merchantRegistration } from './registration.ts';

export const merchant: Area<AppContract['merchant']> = {
  handlers,
  exports: [merchantExport],
  approvals: [merchantRegistration, merchantChange],
  records: { merchant: { from: 'merchants r', fields: ['merchantId', 'merchantIds'] } },
};

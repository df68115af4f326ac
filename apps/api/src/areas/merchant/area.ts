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
  records: {
    merchant: { source: 'SELECT id, tenant_id, name FROM merchants', fields: ['merchantId', 'merchantIds'] },
    brand: { source: 'SELECT id, tenant_id, name FROM brands', fields: ['brandId'] },
    platform: { source: 'SELECT id, tenant_id, name FROM platforms', fields: ['platformId'] },
  },
};

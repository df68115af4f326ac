import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { tenant as handlers } from './handlers.ts';
import { tenantInvariants } from './invariants.ts';

export const tenant: Area<AppContract['tenant']> = {
  handlers,
  records: { tenant: { from: 'tenants r', tenant: 'r.id' } },
  invariants: tenantInvariants,
};

import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { workCalendar as handlers } from './handlers.ts';
import { dayImport } from './import-days.ts';

export const workCalendar: Area<AppContract['workCalendar']> = {
  handlers,
  imports: [dayImport],
  // A tenant has one: it is named by its tenant.
  records: { workCalendar: { from: 'tenants r', tenant: 'r.id' } },
};

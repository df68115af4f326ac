import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { foundPayments } from './consumption.sql.ts';
import { consumptionExport } from './consumption-export.ts';
import { consumption as handlers } from './handlers.ts';
import { consumptionInvariants } from './invariants.ts';
import { consumptionPostings } from './postings.ts';
import { refundApproval } from './refund.ts';
import { consumptionTimelines } from './timeline.ts';

export const consumption: Area<AppContract['consumption']> = {
  handlers,
  exports: [consumptionExport],
  approvals: [refundApproval],
  finds: [foundPayments],
  timelines: consumptionTimelines,
  records: { consumption: { from: 'consumption_records r', name: 'r.payment_no' } },
  postings: [consumptionPostings],
  invariants: consumptionInvariants,
};

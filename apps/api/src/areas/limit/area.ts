import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { adjustmentApproval, undoApproval } from './act-approvals.ts';
import { adjustmentExport } from './adjustment-export.ts';
import { expireLots } from './expire-lots.ts';
import { limit as handlers } from './handlers.ts';
import { limitInvariants } from './invariants.ts';
import { limitPostings } from './postings.ts';
import { limitTimelines } from './timeline.ts';

export const limit: Area<AppContract['limit']> = {
  handlers,
  exports: [adjustmentExport],
  approvals: [adjustmentApproval, undoApproval],
  timelines: limitTimelines,
  records: {
    limitAdjustment: {
      from: 'limit_adjustments r JOIN employees e ON e.tenant_id = r.tenant_id AND e.id = r.employee_id',
      name: 'e.name',
    },
  },
  record: 'limitAdjustment',
  schedule: [
    {
      name: 'expireLots',
      title: { zh: '额度到期', en: 'Lots that end' },
      due: { zh: '每日 0 点后，收回前一日到期的额度', en: 'After midnight, what ended the day before' },
      run: expireLots,
    },
  ],
  postings: [limitPostings],
  invariants: limitInvariants,
};

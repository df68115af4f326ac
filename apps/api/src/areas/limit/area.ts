import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { adjustmentApproval, undoApproval } from './act-approvals.ts';
import { adjustmentExport } from './adjustment-export.ts';
import { limit as handlers } from './handlers.ts';
import { limitInvariants } from './invariants.ts';

export const limit: Area<AppContract['limit']> = {
  handlers,
  exports: [adjustmentExport],
  approvals: [adjustmentApproval, undoApproval],
  records: {
    limitAdjustment: {
      source:
        'SELECT a.id, a.tenant_id, e.name FROM limit_adjustments a JOIN employees e ON e.tenant_id = a.tenant_id AND e.id = a.employee_id',
    },
  },
  record: 'limitAdjustment',
  invariants: limitInvariants,
};

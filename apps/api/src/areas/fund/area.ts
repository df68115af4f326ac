import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { flowExport } from './flow-export.ts';
import { fund as handlers } from './handlers.ts';
import { fundInvariants } from './invariants.ts';
import { transferApproval } from './transfer.ts';

export const fund: Area<AppContract['fund']> = {
  handlers,
  exports: [flowExport],
  approvals: [transferApproval],
  records: {
    fund: {
      from: 'fund_accounts r JOIN companies k ON k.tenant_id = r.tenant_id AND k.id = r.company_id',
      name: 'k.name',
      fields: ['fromId', 'toId'],
    },
    fundTransfer: { from: 'fund_transfers r', name: 'r.transfer_no' },
  },
  invariants: fundInvariants,
};

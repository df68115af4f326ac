import type { AppContract } from '@xyxlx/contracts/contract';
import { sql } from '../../platform/db/sql.ts';
import type { Area } from '../area.ts';
import { billDetailsExport, billEntryExport, billExport, billLineExport } from './bill-exports.ts';
import { visibleBills } from './bill-scope.ts';
import { billConfirmation } from './confirmation.ts';
import { bill as handlers } from './handlers.ts';
import { billInvariants } from './invariants.ts';
import { openBills } from './open-bills.ts';

export const bill: Area<AppContract['bill']> = {
  handlers,
  exports: [billExport, billDetailsExport, billEntryExport, billLineExport],
  schedule: [{ name: 'openBills', run: openBills }],
  approvals: [billConfirmation],
  records: { bill: { from: 'bills r', name: 'r.bill_no', fields: ['billId'] } },
  todos: (['MERCHANT', 'COMPANY'] as const).map((kind) => ({
    kind: kind === 'MERCHANT' ? 'billDisputed' : 'companyBillDisputed',
    permission: 'bill.issue',
    count: (session) => ({
      from: sql`FROM bills c WHERE c.state = 'DISPUTED' AND c.kind = ${kind} AND ${visibleBills(session, 'c')}`,
    }),
  })),
  invariants: billInvariants,
  steps: { openBills: { zh: '按月开账单', en: 'Open the bills of a month' } },
};

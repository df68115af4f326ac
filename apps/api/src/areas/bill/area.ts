import type { AppContract } from '@xyxlx/contracts/contract';
import type { TodoKind } from '@xyxlx/contracts/home';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Area, Todo } from '../area.ts';
import { foundBills } from './bill.sql.ts';
import { billDetailsExport, billEntryExport, billExport, billLineExport } from './bill-exports.ts';
import { visibleBills } from './bill-scope.ts';
import { billConfirmation } from './confirmation.ts';
import { bill as handlers } from './handlers.ts';
import { billInvariants } from './invariants.ts';
import { openBills } from './open-bills.ts';
import { billTimelines } from './timeline.ts';

const todo = (
  kind: TodoKind,
  permission: 'bill.issue' | 'bill.confirm',
  which: (today: string) => Sql,
): Todo => ({
  kind,
  permission,
  count: (session, today) => ({
    from: sql`FROM bills c WHERE ${which(today)} AND ${visibleBills(session, 'c')}`,
  }),
});

export const bill: Area<AppContract['bill']> = {
  handlers,
  exports: [billExport, billDetailsExport, billEntryExport, billLineExport],
  schedule: [
    {
      name: 'openBills',
      title: { zh: '开立账单', en: 'Opening bills' },
      due: {
        zh: '每月 1 日 0 点后，及新商户首次动账后',
        en: 'After midnight of the first of a month; when a merchant’s money first moves',
      },
      run: openBills,
    },
  ],
  approvals: [billConfirmation],
  finds: [foundBills],
  timelines: billTimelines,
  records: { bill: { from: 'bills r', name: 'r.bill_no', fields: ['billId'] } },
  todos: [
    // An open bill counts once its month is over.
    todo('billDue', 'bill.issue', (today) => sql`c.state = 'OPEN' AND c.period < ${today.slice(0, 7)}`),
    todo('billDisputed', 'bill.issue', () => sql`c.state = 'DISPUTED'`),
    todo('billAnswered', 'bill.issue', () => sql`c.state = 'ANSWERED'`),
    todo('billToSettle', 'bill.confirm', () => sql`c.state = 'CONFIRMED'`),
  ],
  invariants: billInvariants,
  steps: { openBills: { zh: '按月开账单', en: 'Open the bills of a month' } },
};

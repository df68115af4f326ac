import { billTransitions } from '@xyxlx/contracts/bill';
import type { Bill, Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { noTransition } from '../../platform/records/wrong-state.ts';
import { boundsOfMonth } from '../../platform/time/shanghai.ts';
import { visibleBills } from './bill-scope.ts';
import { recompute } from './figures.sql.ts';
import { writeLines } from './lines.sql.ts';
import { mustBeOfSide } from './messages.ts';

/** The states of a bill; who confirms or disputes it does so in `confirmation.ts`. */
export const billStateMachine: RecordOf<typeof billTransitions, Bill, Prisma.BillUncheckedUpdateManyInput> = {
  table: billTransitions,
  type: 'bill',
  label: ({ billNo }) => billNo,
  lock: async (tx, session, ids) =>
    tx.bill.findMany({ where: keysOf(await lockVisibleRows(tx, session, 'bills', ids, visibleBills)) }),
  update: (tx, where, data) => tx.bill.updateMany({ where, data }),
  refusal: noTransition(billTransitions),
  guards: {
    issueBill: (_tx, { period }, { now }) => {
      if (now >= boundsOfMonth(period).to) return;
      throw new Refusal({ zh: '账期未结束，不能出账', en: 'The period is not over yet' });
    },
    followUpBill: (tx, bill, by) => mustBeOfSide(tx, by, bill, 'CLAIM'),
    answerBill: (tx, bill, by) => mustBeOfSide(tx, by, bill, 'ANSWER'),
  },
  effects: {
    issueBill: async (tx, { session, now }, [bill]) => ({
      ...(bill && (await addUp(tx, bill))),
      issuedAt: now,
      issuedBy: session.userName,
      confirmedAt: null,
      confirmedBy: null,
    }),
    settleBill: (_tx, { now }) => ({ settledAt: now }),
  },
};

/** The figures of a bill's month as they are now; a company's get their lines. */
async function addUp(tx: Transaction, bill: Bill) {
  const figures = await recompute(tx, bill);
  if (bill.kind === 'COMPANY') await writeLines(tx, bill, figures);
  return figures;
}

import type { BillDetail, bill as contract } from '@xyxlx/contracts/bill';
import type { BillMessageSide } from '@xyxlx/contracts/bill-kinds';
import type { Bill } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { fromCopy } from '../../platform/db/read-copy.ts';
import { allOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { hasId } from '../../platform/lists/conditions.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { doEach } from '../../platform/records/bulk.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import { queryTimeline } from '../../platform/timeline/query-timeline.ts';
import type { Handlers } from '../../wire/implement.ts';
import { billDetail, billEntries, bills, mustSeeBill, sumBill } from './bill.sql.ts';
import { billDetailsExport, billEntryExport, billExport, billLineExport } from './bill-exports.ts';
import { billStateMachine } from './bill-states.ts';
import { decideBill, submitBill } from './confirmation.ts';
import { downloadStatement } from './download-statement.ts';
import { billLines } from './lines.sql.ts';
import { billMessages, writeMessage } from './messages.ts';
import { countWaits } from './waits.ts';

export const bill: Handlers<typeof contract> = {
  queryBill: fromCopy((call) => queryList(call, bills)),

  sumBill: fromCopy(sumBill),

  getBill: async (call) => billDetail(call.deps.database.pool, call, call.input.id),

  queryTimeline: (call) => queryTimeline(call, bills, call.deps.registry.timelines.bill),

  queryBillEntry: fromCopy(async (call) => {
    await mustSeeBill(call.deps.database.pool, call.session, call.input.billId);
    return queryList(call, billEntries);
  }),

  queryBillMessage: async (call) => {
    await mustSeeBill(call.deps.database.pool, call.session, call.input.billId);
    return queryList(call, billMessages);
  },

  queryBillWait: ({ input: { tenantId, kind }, ...call }) =>
    countWaits(
      call.deps.database.pool,
      call,
      allOf([tenantId && hasId('c.tenant_id')(tenantId), kind && sql`c.kind = ${kind}`]),
    ),

  queryBillLine: fromCopy(async (call) => {
    await mustSeeBill(call.deps.database.pool, call.session, call.input.billId);
    return queryList(call, billLines);
  }),

  issueBill: (call) => issue(call, call.input),
  confirmBill: (call) => decideBill(call, 'APPROVE', call.input),
  disputeBill: (call) => decideBill(call, 'REJECT', call.input),
  settleBill: (call) => step(call, 'settleBill', call.input),
  followUpBill: (call) => write(call, 'followUpBill', 'CLAIM'),
  answerBill: (call) => write(call, 'answerBill', 'ANSWER'),

  issueBills: (call) => each(call, (id) => issue(call, { id, version: null })),
  confirmBills: (call) => each(call, (id) => decideBill(call, 'APPROVE', { id, version: null })),
  settleBills: (call) => each(call, (id) => step(call, 'settleBill', { id, version: null })),

  downloadStatement,
  exportBill: (call) => exportFile(call, billExport),
  exportBillDetails: (call) => exportFile(call, billDetailsExport),
  exportBillLine: (call) => exportFile(call, billLineExport),
  exportBillEntry: (call) => exportFile(call, billEntryExport),
};

interface Which {
  id: string;
  /** The version that the caller saw; without it the bill moves as it is. */
  version: number | null;
}
type Then = (tx: Transaction, moved: Bill) => Promise<void>;

/** Moves one bill along, with what goes with it in the same transaction. */
function step(
  call: Call<unknown, Session>,
  action: 'issueBill' | 'settleBill' | 'followUpBill' | 'answerBill',
  which: Which & { reason?: string },
  then?: Then,
): Promise<BillDetail> {
  return change(call, async (tx) => {
    const moved = await changeOne(tx, call, billStateMachine, action, which);
    await then?.(tx, moved);
    return billDetail(tx, call, which.id);
  });
}

const issue = (call: Call<unknown, Session>, which: Which) =>
  step(call, 'issueBill', which, (tx, moved) => submitBill(tx, call, moved));

/** Adds a word to a dispute; the log has it as the reason of the step. */
function write(
  call: Call<{ id: string; version: number; text: string }, Session>,
  action: 'followUpBill' | 'answerBill',
  side: BillMessageSide,
): Promise<BillDetail> {
  const { text, ...which } = call.input;
  return step(call, action, { ...which, reason: text }, (tx, moved) =>
    writeMessage(tx, call, moved, side, text),
  );
}

function each(
  { input: { ids }, request }: Call<{ ids: string[] }, Session>,
  act: (id: string) => Promise<unknown>,
) {
  return doEach({ ids, language: request.language }, act);
}

import type { bill as contract } from '@xyxlx/contracts/bill';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import type { Handlers } from '../../wire/implement.ts';
import { billDetail, billEntries, bills, mustSeeBill, sumBill } from './bill.sql.ts';
import { billDetailsExport, billEntryExport, billExport, billLineExport } from './bill-exports.ts';
import { billStateMachine } from './bill-states.ts';
import { decideBill, submitBill } from './confirmation.ts';
import { billLines } from './lines.sql.ts';

export const bill: Handlers<typeof contract> = {
  queryBill: (call) => queryList(call, bills),

  sumBill,

  getBill: async (call) => billDetail(call.deps.database.pool, call, call.input.id),

  queryBillEntry: async (call) => {
    await mustSeeBill(call.deps.database.pool, call.session, call.input.billId);
    return queryList(call, billEntries);
  },

  queryBillLine: async (call) => {
    await mustSeeBill(call.deps.database.pool, call.session, call.input.billId);
    return queryList(call, billLines);
  },

  issueBill: (call) => move(call, 'issueBill'),
  confirmBill: (call) => decideBill(call, 'APPROVE'),
  disputeBill: (call) => decideBill(call, 'REJECT'),
  settleBill: (call) => move(call, 'settleBill'),

  exportBill: (call) => exportFile(call, billExport),
  exportBillDetails: (call) => exportFile(call, billDetailsExport),
  exportBillLine: (call) => exportFile(call, billLineExport),
  exportBillEntry: (call) => exportFile(call, billEntryExport),
};

async function move(
  call: Call<{ id: string; version: number }, Session>,
  action: 'issueBill' | 'settleBill',
) {
  return change(call, async (tx) => {
    const moved = await changeOne(tx, call, billStateMachine, action, call.input);
    if (action === 'issueBill') await submitBill(tx, call, moved);
    return billDetail(tx, call, call.input.id);
  });
}

import {
  billStates as allStates,
  type BillEntry,
  type BillRow,
  type bill as contract,
} from '@xyxlx/contracts/bill';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { allOf, iso, named, raw, sql } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { keysetPage, numberedPage } from '../../platform/lists/paged-list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import type { Handlers } from '../../wire/implement.ts';
import { billDetail, billJson, billsFrom, billsWhere, entryJoins, ofBill, shownClosing } from './bill.sql.ts';
import { billDetailsExport, billEntryExport, billExport } from './bill-exports.ts';
import { billStates } from './bill-states.ts';
import { decideBill, submitBill } from './confirmation.ts';

const sortColumns = {
  period: 'c.period',
  closingBalance: shownClosing,
  state: valueRank('c.state', allStates),
} as const;

const entryJson = sql`json_build_object('id', c.id, 'kind', c.kind, 'amount', c.amount, 'employee', ${named('e')},
  'sourceNo', c.source_no, 'occurredAt', ${iso('c.occurred_at')})`;

export const bill: Handlers<typeof contract> = {
  queryBill: async ({ input: { pageNum, pageSize, sort, ...filters }, session, deps }) => {
    const { field, order } = sort ?? { field: 'period', order: 'desc' };
    return numberedPage<BillRow>(
      deps.database.pool,
      {
        from: billsFrom,
        where: billsWhere(session, filters),
        orderBy: raw(`${sortColumns[field]} ${order}, c.id ${order}`),
        row: billJson,
      },
      { pageNum, pageSize },
    );
  },

  getBill: async ({ input, session, deps }) => billDetail(deps.database.pool, session, input.id),

  queryBillEntry: async ({ input: { pageNum, pageSize, cursor, sort, billId, kind }, session, deps }) => {
    const { id } = await billDetail(deps.database.pool, session, billId);
    return keysetPage<BillEntry>(
      deps.database.pool,
      {
        table: 'merchant_ledger',
        alias: 'c',
        key: { column: 'occurred_at', type: 'timestamptz' },
        descending: sort?.order !== 'asc',
        where: allOf([ofBill(session, id), kind && sql`c.kind = ANY(${kind}::text[])`]),
        joins: entryJoins,
        row: entryJson,
      },
      { pageNum, pageSize, cursor },
    );
  },

  issueBill: (call) => move(call, 'issueBill'),
  confirmBill: (call) => decideBill(call, 'APPROVE'),
  disputeBill: (call) => decideBill(call, 'REJECT'),
  settleBill: (call) => move(call, 'settleBill'),

  exportBill: (call) => exportFile(call, billExport),
  exportBillDetails: (call) => exportFile(call, billDetailsExport),
  exportBillEntry: (call) => exportFile(call, billEntryExport),
};

async function move(
  { input, session, request, deps }: Call<{ id: string; version: number }, Session>,
  action: 'issueBill' | 'settleBill',
) {
  const by = { session, request, now: deps.clock.businessNow() };
  return inTransaction(deps.database, async (tx) => {
    const moved = await changeOne(tx, by, billStates, action, input);
    if (action === 'issueBill') await submitBill(tx, by, moved);
    return billDetail(tx, session, input.id);
  });
}

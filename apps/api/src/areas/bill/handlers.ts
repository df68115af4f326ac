import type { BillEntry, BillRow, bill as contract } from '@xyxlx/contracts/bill';
import { exportFile } from '../../platform/exports/export-file.ts';
import { keysetPage, numberedPage } from '../../platform/paged-list.ts';
import { boundsOfMonth } from '../../platform/shanghai.ts';
import { allOf, iso, named, raw, type Sql, sql } from '../../platform/sql.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { Session } from '../../sessions/session.ts';
import type { Call, Handlers } from '../../wire/implement.ts';
import { billDetail, billJson, billsFrom, billsWhere } from './bill.sql.ts';
import { billColumns, entryColumns } from './bill-columns.ts';
import { changeState } from './change-state.ts';
import { decideBill } from './confirmation.ts';

const sortColumns = { period: 'c.period', closingBalance: 'c.closing', state: 'c.state' } as const;

const entryJoins = raw('LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id');
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
    const where = await entriesWhere(deps, session, billId);
    return keysetPage<BillEntry>(
      deps.database.pool,
      {
        table: 'merchant_ledger',
        alias: 'c',
        key: { column: 'occurred_at', type: 'timestamptz' },
        descending: sort?.order !== 'asc',
        where: allOf([where, kind && sql`c.kind = ANY(${kind}::text[])`]),
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

  exportBill: async (call) => {
    const { format, ...filters } = call.input;
    return exportFile(call, {
      title: { zh: '账单', en: 'Bills' },
      module: 'bill',
      action: 'exportBill',
      format,
      columns: billColumns(call.request.language),
      from: sql`FROM ${billsFrom} WHERE ${billsWhere(call.session, filters)}`,
      orderBy: raw('c.period DESC, c.id DESC'),
    });
  },

  exportBillEntry: async (call) => {
    const { format, billId } = call.input;
    return exportFile(call, {
      title: { zh: '账单明细', en: 'Bill movements' },
      module: 'bill',
      action: 'exportBillEntry',
      format,
      columns: entryColumns(call.request.language),
      from: sql`FROM merchant_ledger c ${entryJoins} WHERE ${await entriesWhere(call.deps, call.session, billId)}`,
      orderBy: raw('c.occurred_at DESC, c.id DESC'),
    });
  },
};

async function move(
  { input, session, request, deps }: Call<{ id: string; version: number }, Session>,
  action: Parameters<typeof changeState>[2],
) {
  const now = deps.clock.businessNow();
  return inTransaction(deps.database, async (tx) => {
    await changeState(tx, { session, request, now }, action, input);
    return billDetail(tx, session, input.id);
  });
}

/** The movements of a bill that the caller may see: of its merchant, within its month. */
async function entriesWhere(deps: Call['deps'], session: Session, billId: string): Promise<Sql> {
  const { merchant, period } = await billDetail(deps.database.pool, session, billId);
  const { from, to } = boundsOfMonth(period);
  return sql`c.tenant_id = (SELECT b.tenant_id FROM bills b WHERE b.id = ${billId}::uuid)
    AND c.merchant_id = ${merchant.id}::uuid AND c.occurred_at >= ${from}::timestamptz AND c.occurred_at < ${to}::timestamptz`;
}

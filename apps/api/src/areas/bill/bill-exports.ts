import { billStateWords, type bill as contract, ledgerKindWords } from '@xyxlx/contracts/bill';
import type { z } from 'zod';
import type { Language } from '../../core/language.ts';
import { operationOf } from '../../core/operation.ts';
import { raw, sql } from '../../platform/db/sql.ts';
import { type Column, made, moment, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { partsOf } from '../../platform/lists/list.ts';
import { billDetail, billEntries, bills, entriesFrom, ledgerFigures } from './bill.sql.ts';

/** The bills of a list; the figures of an open one are the ledger's as they are now. */
export const billExport: ExportDefinition<z.output<typeof contract.exportBill.input>> = {
  operation: operationOf('bill', 'exportBill'),
  title: { zh: '账单', en: 'Bills' },
  columns: (language) => [
    made({ zh: '账单号', en: 'Bill no.' }, 'c.bill_no'),
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    made({ zh: '账期', en: 'Period' }, 'c.period'),
    yuan({ zh: '期初余额（元）', en: 'Opening (yuan)' }, 'coalesce(live.opening, c.opening)'),
    yuan({ zh: '充值（元）', en: 'Top-ups (yuan)' }, 'coalesce(live.top_up, c.top_up)'),
    yuan({ zh: '发放（元）', en: 'Issued (yuan)' }, 'coalesce(live.issued, c.issued)'),
    yuan({ zh: '退款（元）', en: 'Refunded (yuan)' }, 'coalesce(live.refunded, c.refunded)'),
    yuan({ zh: '消费（元）', en: 'Consumed (yuan)' }, 'coalesce(live.consumed, c.consumed)'),
    yuan({ zh: '回收（元）', en: 'Recovered (yuan)' }, 'coalesce(live.recovered, c.recovered)'),
    yuan({ zh: '手续费（元）', en: 'Fee (yuan)' }, 'coalesce(live.fee, c.fee)'),
    yuan({ zh: '期末余额（元）', en: 'Closing (yuan)' }, 'coalesce(live.closing, c.closing)'),
    worded({ zh: '状态', en: 'State' }, 'c.state', billStateWords, language),
    moment({ zh: '出账时间', en: 'Issued at' }, 'c.issued_at'),
    moment({ zh: '确认时间', en: 'Confirmed at' }, 'c.confirmed_at'),
  ],
  ...rowsOfList(bills, sql`LEFT JOIN LATERAL ${ledgerFigures} live ON c.state = 'OPEN'`),
};

/** Every movement of the bills of a list. */
export const billDetailsExport: ExportDefinition<z.output<typeof contract.exportBillDetails.input>> = {
  operation: operationOf('bill', 'exportBillDetails'),
  title: { zh: '账单明细', en: 'Bill movements' },
  columns: (language) => [
    made({ zh: '账单号', en: 'Bill no.' }, 'b.bill_no'),
    typed({ zh: '商户', en: 'Merchant' }, 'b.name'),
    made({ zh: '账期', en: 'Period' }, 'b.period'),
    ...entryColumns(language),
  ],
  tenantOf: 'c',
  rows: ({ session, deps, input: { format: _, ...filters } }) =>
    sql`FROM ${entriesFrom(partsOf(bills, { session, deps }, filters).where)}`,
  orderBy: raw('b.bill_no, c.occurred_at, c.id'),
};

const ofEntries = rowsOfList(billEntries);

/** Every movement of one bill. */
export const billEntryExport: ExportDefinition<z.output<typeof contract.exportBillEntry.input>> = {
  operation: operationOf('bill', 'exportBillEntry'),
  title: { zh: '账单明细', en: 'Bill movements' },
  columns: entryColumns,
  ...ofEntries,
  rows: async (call) => {
    await billDetail(call.deps.database.pool, call.session, call.input.billId);
    return ofEntries.rows(call);
  },
};

function entryColumns(language: Language): Column[] {
  return [
    moment({ zh: '时间', en: 'At' }, 'c.occurred_at'),
    worded({ zh: '类型', en: 'Kind' }, 'c.kind', ledgerKindWords, language),
    yuan({ zh: '金额（元）', en: 'Amount (yuan)' }, 'c.amount'),
    typed({ zh: '员工', en: 'Employee' }, 'e.name'),
    made({ zh: '来源号', en: 'Source no.' }, 'c.source_no'),
  ];
}

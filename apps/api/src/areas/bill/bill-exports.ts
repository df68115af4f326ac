import { billStateWords, type bill as contract } from '@xyxlx/contracts/bill';
import {
  type BillFigure,
  billEntryKindWords,
  billFigureWords,
  billKinds,
  billKindWords,
  billSums,
} from '@xyxlx/contracts/bill-kinds';
import type { z } from 'zod';
import type { Language } from '../../core/language.ts';
import { operationOf } from '../../core/operation.ts';
import { raw, sql } from '../../platform/db/sql.ts';
import { type Column, made, moment, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { partsOf } from '../../platform/lists/list.ts';
import { billEntries, bills, entriesFrom, mustSeeBill } from './bill.sql.ts';
import { columnOf, ledgerFigures } from './figures.sql.ts';
import { inYuan } from './in-yuan.ts';
import { billLines } from './lines.sql.ts';

const figureColumn = (figure: BillFigure, expression: string) =>
  yuan(inYuan(billFigureWords[figure]), expression);

const ownerColumn = (kind: keyof typeof billKindWords | undefined, name: string) =>
  typed(
    kind === 'MERCHANT'
      ? { zh: '商户', en: 'Merchant' }
      : kind === 'COMPANY'
        ? { zh: '公司', en: 'Company' }
        : { zh: '商户或公司', en: 'Merchant or company' },
    name,
  );

/** The bills of a list, with the figures that they have; those of an open one are the ledger's as they are now. */
export const billExport: ExportDefinition<z.output<typeof contract.exportBill.input>> = {
  operation: operationOf('bill', 'exportBill'),
  title: { zh: '账单', en: 'Bills' },
  columns: (language, { kind }) => [
    made({ zh: '账单号', en: 'Bill no.' }, 'c.bill_no'),
    ...(kind ? [] : [worded({ zh: '类型', en: 'Kind' }, 'c.kind', billKindWords, language)]),
    ownerColumn(kind, 'coalesce(m.name, o.name)'),
    made({ zh: '账期', en: 'Period' }, 'c.period'),
    ...[...figuresOfKinds(kind ? [kind] : billKinds), 'closingBalance' as const].map((figure) =>
      figureColumn(figure, `coalesce(live.${columnOf[figure]}, c.${columnOf[figure]})`),
    ),
    worded({ zh: '状态', en: 'State' }, 'c.state', billStateWords, language),
    moment({ zh: '出账时间', en: 'Issued at' }, 'c.issued_at'),
    moment({ zh: '确认时间', en: 'Confirmed at' }, 'c.confirmed_at'),
  ],
  ...rowsOfList(bills, sql`LEFT JOIN LATERAL ${ledgerFigures} live ON c.state = 'OPEN'`),
};

function figuresOfKinds(kinds: readonly (keyof typeof billSums)[]): BillFigure[] {
  return [...new Set(kinds.flatMap((kind) => billSums[kind].map(({ figure }) => figure)))];
}

/** Every movement of the bills of a list. */
export const billDetailsExport: ExportDefinition<z.output<typeof contract.exportBillDetails.input>> = {
  operation: operationOf('bill', 'exportBillDetails'),
  title: { zh: '账单明细', en: 'Bill movements' },
  columns: (language, { kind }) => [
    made({ zh: '账单号', en: 'Bill no.' }, 'b.bill_no'),
    ...(kind ? [] : [worded({ zh: '账单类型', en: 'Kind of bill' }, 'b.kind', billKindWords, language)]),
    ownerColumn(kind, 'b.name'),
    made({ zh: '账期', en: 'Period' }, 'b.period'),
    ...entryColumns(language),
  ],
  tenantOf: 'c',
  rows: ({ session, deps, input: { format: _, ...filters } }) => ({
    from: entriesFrom(partsOf(bills, { session, deps }, filters).where),
  }),
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
    await mustSeeBill(call.deps.database.pool, call.session, call.input.billId);
    return ofEntries.rows(call);
  },
};

const ofLines = rowsOfList(billLines);

/** One company's bill by merchant. */
export const billLineExport: ExportDefinition<z.output<typeof contract.exportBillLine.input>> = {
  operation: operationOf('bill', 'exportBillLine'),
  title: { zh: '公司账单商户明细', en: 'Bill by merchant' },
  columns: () => [
    typed({ zh: '商户', en: 'Merchant' }, 'c.name'),
    figureColumn('issuedAmount', 'c.issued'),
    figureColumn('recoveredAmount', 'c.back'),
  ],
  ...ofLines,
  rows: async (call) => {
    await mustSeeBill(call.deps.database.pool, call.session, call.input.billId);
    return ofLines.rows(call);
  },
};

function entryColumns(language: Language): Column[] {
  return [
    moment({ zh: '时间', en: 'At' }, 'c.occurred_at'),
    worded({ zh: '类型', en: 'Kind' }, 'c.kind', billEntryKindWords, language),
    yuan({ zh: '金额（元）', en: 'Amount (yuan)' }, 'c.amount'),
    typed({ zh: '员工', en: 'Employee' }, 'e.name'),
    // Of a fund it may be somebody's name.
    typed({ zh: '来源号', en: 'Source no.' }, 'c.source_no'),
  ];
}

import type { creditLimit as contract } from '@xyxlx/contracts/issue';
import { issueRowStateWords } from '@xyxlx/contracts/issue-kinds';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, moment, typed, whole, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { batchRows, mustSeeBatch } from './batch.sql.ts';
import { issueSheet } from './issue-sheet.ts';
import { inWords } from './row-words.ts';

const ofBatch = rowsOfList(batchRows);

/** The rows of a batch, with what became of each. */
export const issueRowExport: ExportDefinition<z.output<typeof contract.exportIssueRow.input>> = {
  operation: operationOf('creditLimit', 'exportIssueRow'),
  title: { zh: '发放明细', en: 'Rows of a batch' },
  columns: (language) => [
    whole({ zh: '行号', en: 'Row' }, 'c.row_no'),
    typed(issueSheet.employeeNo, 'c.employee_no'),
    typed(issueSheet.employeeName, 'c.employee_name'),
    yuan(issueSheet.amount, 'c.amount'),
    worded({ zh: '状态', en: 'State' }, 'c.state', issueRowStateWords, language),
    made({ zh: '说明', en: 'Message' }, inWords(language)),
    yuan({ zh: '收回金额(元)', en: 'Taken back (yuan)' }, 'c.taken_back'),
    moment({ zh: '完成时间', en: 'Finished at' }, 'c.finished_at'),
  ],
  ...ofBatch,
  rows: async (call) => {
    await mustSeeBatch(call.deps.database.pool, call, call.input.issueId);
    return ofBatch.rows(call);
  },
};

/** The failed rows of a batch in the layout of the file of people: they can be mended and handed in again. */
export const issueFailedExport: ExportDefinition<z.output<typeof contract.exportIssueFailed.input>> = {
  operation: operationOf('creditLimit', 'exportIssueFailed'),
  title: { zh: '发放失败行', en: 'Failed rows' },
  columns: (language) => [
    typed(issueSheet.employeeNo, 'c.employee_no'),
    typed(issueSheet.employeeName, 'c.employee_name'),
    // As it was handed in where no amount could be read.
    typed(issueSheet.amount, `coalesce(c.amount_text, (c.amount * 0.01)::numeric(20, 2)::text)`),
    made({ zh: '失败原因', en: 'Reason' }, inWords(language)),
  ],
  ...ofBatch,
  rows: async (call) => {
    const { id: issueId, format } = call.input;
    await mustSeeBatch(call.deps.database.pool, call, issueId);
    return ofBatch.rows({ ...call, input: { issueId, state: ['FAILED'], format } });
  },
};

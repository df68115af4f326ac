import type { billChange as contract } from '@xyxlx/contracts/bill-change';
import { employeeStateWords } from '@xyxlx/contracts/employee';
import type { z } from 'zod';
import { recordMissing } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import { raw, sql } from '../../platform/db/sql.ts';
import { made, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { employees } from '../employee/employee.sql.ts';
import { merchantDetail } from '../merchant/merchant.sql.ts';
import { keyOfBatch } from './batch.sql.ts';
import { limitSheet } from './limit-sheet.ts';
import { inWords } from './row-words.ts';

const ofEmployees = rowsOfList(employees);

/** The sheet that goes out and comes back: a row an employee, the last column is to be edited. */
export const limitExport: ExportDefinition<z.output<typeof contract.billLimitExport.input>> = {
  operation: operationOf('billChange', 'billLimitExport'),
  title: { zh: '员工额度', en: 'Employee limits' },
  columns: (language) => [
    made(limitSheet.employeeNo, 'c.employee_no'),
    typed(limitSheet.employeeName, 'c.name'),
    typed({ zh: '部门', en: 'Department' }, 'd.name'),
    worded({ zh: '状态', en: 'State' }, 'c.state', employeeStateWords, language),
    yuan({ zh: '可用额度（元）', en: 'Available (yuan)' }, 'coalesce(l.available, 0)'),
    yuan({ zh: '已用额度（元）', en: 'Used (yuan)' }, 'coalesce(l.used, 0)'),
    yuan({ zh: '现有额度（元）', en: 'Present limit (yuan)' }, 'coalesce(l.available + l.used, 0)'),
    yuan(limitSheet.amount, 'coalesce(l.available + l.used, 0)'),
  ],
  rows: async (call) => {
    const merchant = await merchantDetail(call.deps.database.pool, call.session, call.input.merchantId);
    if (!merchant) throw recordMissing();
    return ofEmployees.rows(call);
  },
  orderBy: raw('c.employee_no, c.id'),
};

/** The failed rows of a batch: they can be mended and handed in again. */
export const failedRowsExport: ExportDefinition<z.output<typeof contract.exportBatchFailed.input>> = {
  operation: operationOf('billChange', 'exportBatchFailed'),
  title: { zh: '调额失败行', en: 'Failed rows' },
  columns: (language) => [
    typed(limitSheet.employeeNo, 'c.employee_no'),
    typed(limitSheet.employeeName, 'c.employee_name'),
    typed(limitSheet.amount, 'c.new_limit_text'),
    made({ zh: '失败原因', en: 'Reason' }, inWords(language)),
  ],
  rows: async ({ session, deps, input }) => {
    const { tenantId, id } = await keyOfBatch(deps.database.pool, session, input.id);
    return {
      from: sql`limit_batch_rows c`,
      where: sql`c.tenant_id = ${tenantId}::uuid AND c.batch_id = ${id}::uuid AND c.state = 'FAILED'`,
    };
  },
  orderBy: raw('c.row_no'),
};

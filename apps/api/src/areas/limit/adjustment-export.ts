import { adjustmentSourceWords, adjustmentTypeWords, type limit as contract } from '@xyxlx/contracts/limit';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, moment, typed, whole, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { adjustments } from './adjustment.sql.ts';

/** The adjustments of a list. */
export const adjustmentExport: ExportDefinition<z.output<typeof contract.exportAdjustment.input>> = {
  operation: operationOf('limit', 'exportAdjustment'),
  title: { zh: '调额记录', en: 'Adjustments' },
  columns: (language) => [
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    made({ zh: '工号', en: 'Employee no.' }, 'e.employee_no'),
    typed({ zh: '姓名', en: 'Name' }, 'e.name'),
    whole({ zh: '序号', en: 'Link' }, 'c.seq'),
    worded({ zh: '类型', en: 'Type' }, 'c.type', adjustmentTypeWords, language),
    worded({ zh: '来源', en: 'Source' }, 'c.source', adjustmentSourceWords, language),
    yuan({ zh: '调整前（元）', en: 'Before (yuan)' }, 'c.before'),
    yuan({ zh: '调整额（元）', en: 'Delta (yuan)' }, 'c.delta'),
    yuan({ zh: '调整后（元）', en: 'After (yuan)' }, 'c.after'),
    typed({ zh: '原因', en: 'Reason' }, 'c.reason'),
    moment({ zh: '时间', en: 'At' }, 'c.created_at'),
    typed({ zh: '操作人', en: 'By' }, 'c.created_by'),
  ],
  ...rowsOfList(adjustments),
};

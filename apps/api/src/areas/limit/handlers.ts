import { adjustmentSourceLabels, adjustmentTypeLabels } from '@xyxlx/contracts/domain-labels';
import type { AdjustmentRow, limit as contract } from '@xyxlx/contracts/limit';
import { type Column, made, moment, typed, whole, worded, yuan } from '../../platform/exports/column.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { keysetPage } from '../../platform/paged-list.ts';
import { raw, sql } from '../../platform/sql.ts';
import { inMoneyTransaction } from '../../platform/transaction.ts';
import type { Handlers } from '../../wire/implement.ts';
import type { Language } from '../../wire/language.ts';
import { adjustLimit, undoAdjustment } from './adjust-limit.ts';
import { adjusted, adjustmentJoins, adjustmentJson, adjustmentsWhere } from './adjustment.sql.ts';

export const limit: Handlers<typeof contract> = {
  adjustLimit: async ({ input, session, request, deps }) =>
    inMoneyTransaction(deps.database, session, async (tx) =>
      adjusted(tx, await adjustLimit(tx, { session, request, now: deps.clock.businessNow() }, input)),
    ),

  undoAdjustment: async ({ input, session, request, deps }) =>
    inMoneyTransaction(deps.database, session, async (tx) =>
      adjusted(tx, await undoAdjustment(tx, { session, request, now: deps.clock.businessNow() }, input)),
    ),

  queryAdjustment: async ({ input: { pageNum, pageSize, cursor, sort, ...filters }, session, deps }) =>
    keysetPage<AdjustmentRow>(
      deps.database.pool,
      {
        table: 'limit_adjustments',
        alias: 'c',
        key: { column: 'created_at', type: 'timestamptz' },
        descending: sort?.order !== 'asc',
        where: adjustmentsWhere(session, filters),
        joins: adjustmentJoins,
        row: adjustmentJson,
      },
      { pageNum, pageSize, cursor },
    ),

  exportAdjustment: async (call) => {
    const { format, ...filters } = call.input;
    return exportFile(call, {
      title: { zh: '调额记录', en: 'Adjustments' },
      module: 'limit',
      action: 'exportAdjustment',
      format,
      columns: columns(call.request.language),
      from: sql`FROM limit_adjustments c ${adjustmentJoins} WHERE ${adjustmentsWhere(call.session, filters)}`,
      orderBy: raw('c.created_at DESC, c.id DESC'),
    });
  },
};

function columns(language: Language): Column[] {
  return [
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    made({ zh: '工号', en: 'Employee no.' }, 'e.employee_no'),
    typed({ zh: '姓名', en: 'Name' }, 'e.name'),
    whole({ zh: '序号', en: 'Link' }, 'c.seq'),
    worded({ zh: '类型', en: 'Type' }, 'c.type', adjustmentTypeLabels, language),
    worded({ zh: '来源', en: 'Source' }, 'c.source', adjustmentSourceLabels, language),
    yuan({ zh: '调整前（元）', en: 'Before (yuan)' }, 'c.before'),
    yuan({ zh: '调整额（元）', en: 'Delta (yuan)' }, 'c.delta'),
    yuan({ zh: '调整后（元）', en: 'After (yuan)' }, 'c.after'),
    typed({ zh: '原因', en: 'Reason' }, 'c.reason'),
    moment({ zh: '时间', en: 'At' }, 'c.created_at'),
    typed({ zh: '操作人', en: 'By' }, 'c.created_by'),
  ];
}

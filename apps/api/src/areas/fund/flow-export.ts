import type { fund as contract } from '@xyxlx/contracts/fund';
import { fundFlowKindWords, fundKindWords } from '@xyxlx/contracts/fund-kinds';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { moment, typed, whole, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { flows } from './fund-lists.ts';

/** The flows of a list. */
export const flowExport: ExportDefinition<z.output<typeof contract.exportFlow.input>> = {
  operation: operationOf('fund', 'exportFlow'),
  title: { zh: '资金流水', en: 'Fund flows' },
  columns: (language) => [
    typed({ zh: '公司', en: 'Company' }, 'o.name'),
    worded({ zh: '账户', en: 'Account' }, 'f.kind', fundKindWords, language),
    whole({ zh: '序号', en: 'No.' }, 'c.seq'),
    worded({ zh: '类型', en: 'Kind' }, 'c.kind', fundFlowKindWords, language),
    yuan({ zh: '变动（元）', en: 'Delta (yuan)' }, 'c.delta'),
    yuan({ zh: '变动后余额（元）', en: 'Balance after (yuan)' }, 'c.balance_after'),
    typed({ zh: '来源', en: 'Source' }, 'c.remark'),
    typed({ zh: '外部流水号', en: 'External no.' }, 'c.external_no'),
    moment({ zh: '时间', en: 'At' }, 'c.created_at'),
    typed({ zh: '操作人', en: 'By' }, 'c.created_by'),
  ],
  ...rowsOfList(flows),
};

import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import { outcomeWords } from '@xyxlx/contracts/rule-decision';
import { changedKindWords, type ruleSimulation as contract } from '@xyxlx/contracts/rule-simulation';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, moment, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { changedPayments } from './simulation.sql.ts';

/** The payments that a simulation changes. */
export const simulationExport: ExportDefinition<z.output<typeof contract.exportSimulation.input>> = {
  operation: operationOf('rule', 'exportSimulation'),
  title: { zh: '模拟结果', en: 'Simulated payments' },
  columns: (language) => [
    made({ zh: '交易流水号', en: 'Payment no.' }, 'c.payment_no'),
    moment({ zh: '支付时间', en: 'Paid at' }, 'c.paid_at'),
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    made({ zh: '工号', en: 'Employee no.' }, 'e.employee_no'),
    typed({ zh: '姓名', en: 'Name' }, 'e.name'),
    worded({ zh: '类目', en: 'Category' }, 'c.category', consumptionCategoryWords, language),
    yuan({ zh: '金额（元）', en: 'Amount (yuan)' }, 'c.amount'),
    worded({ zh: '变化', en: 'Change' }, 'r.change', changedKindWords, language),
    yuan({ zh: '变化金额（元）', en: 'Changes by (yuan)' }, 'r.amount'),
    yuan({ zh: '当时企业支付（元）', en: 'Company paid then (yuan)' }, 'r.paid'),
    worded({ zh: '生效版本', en: 'Enabled versions say' }, `r.before->>'outcome'`, outcomeWords, language),
    yuan({ zh: '生效版本企业支付（元）', en: 'Company pays (yuan)' }, `(r.before->>'allowed')::bigint`),
    worded({ zh: '新版本', en: 'The new version says' }, `r.after->>'outcome'`, outcomeWords, language),
    yuan({ zh: '新版本企业支付（元）', en: 'Company pays under it (yuan)' }, `(r.after->>'allowed')::bigint`),
    typed({ zh: '原因', en: 'Reason' }, `coalesce(r.after->'reason'->>'${language}', '')`),
  ],
  ...rowsOfList(changedPayments),
};

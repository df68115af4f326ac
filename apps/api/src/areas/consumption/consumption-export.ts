import {
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  type consumption as contract,
  paidFromWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, moment, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { consumptions } from './consumption.sql.ts';

/** The payments and refunds of a list. */
export const consumptionExport: ExportDefinition<z.output<typeof contract.exportConsumption.input>> = {
  operation: operationOf('consumption', 'exportConsumption'),
  title: { zh: '消费记录', en: 'Consumption records' },
  columns: (language) => [
    made({ zh: '交易流水号', en: 'Payment no.' }, 'c.payment_no'),
    worded({ zh: '类型', en: 'Type' }, 'c.type', consumptionTypeWords, language),
    worded({ zh: '状态', en: 'State' }, 'c.state', consumptionStateWords, language),
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    typed({ zh: '门店', en: 'Store' }, 's.name'),
    made({ zh: '工号', en: 'Employee no.' }, 'e.employee_no'),
    typed({ zh: '姓名', en: 'Name' }, 'e.name'),
    yuan({ zh: '金额（元）', en: 'Amount (yuan)' }, 'c.amount'),
    yuan({ zh: '企业支付（元）', en: 'Company (yuan)' }, 'c.enterprise'),
    yuan({ zh: '个人支付（元）', en: 'Personal (yuan)' }, 'c.personal'),
    yuan({ zh: '优惠（元）', en: 'Discount (yuan)' }, 'c.discount'),
    yuan({ zh: '已退金额（元）', en: 'Refunded (yuan)' }, 'c.refunded'),
    worded({ zh: '消费类别', en: 'Category' }, 'c.category', consumptionCategoryWords, language),
    worded({ zh: '渠道', en: 'Channel' }, 'c.channel', payChannelWords, language),
    worded({ zh: '资金来源', en: 'Paid from' }, 'c.funded_by', paidFromWords, language),
    made({ zh: '卡号', en: 'Card' }, "'**** ' || c.card_last_four"),
    made({ zh: '关联流水号', en: 'Related no.' }, 'r.payment_no'),
    moment({ zh: '支付时间', en: 'Paid at' }, 'c.paid_at'),
  ],
  ...rowsOfList(consumptions),
};

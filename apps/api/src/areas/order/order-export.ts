import type { cardOrder as contract } from '@xyxlx/contracts/card-order';
import { cardOrderStateWords, cardPayMethodWords } from '@xyxlx/contracts/card-order-kinds';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, moment, typed, whole, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { orders } from './order.sql.ts';

/** The orders of a list. */
export const orderExport: ExportDefinition<z.output<typeof contract.exportOrder.input>> = {
  operation: operationOf('order', 'exportOrder'),
  title: { zh: '卡订单', en: 'Card orders' },
  columns: (language) => [
    made({ zh: '订单号', en: 'No.' }, 'c.order_no'),
    typed({ zh: '购卡单位', en: 'Buyer' }, 'm.name'),
    typed({ zh: '付款公司', en: 'Paying company' }, 'o.name'),
    whole({ zh: '张数', en: 'Cards' }, 'c.quantity'),
    yuan({ zh: '面值合计（元）', en: 'Face values (yuan)' }, 'c.amount'),
    yuan({ zh: '制卡与寄送费（元）', en: 'Making and sending (yuan)' }, 'c.fee'),
    yuan({ zh: '应付金额（元）', en: 'Payable (yuan)' }, 'c.payable'),
    yuan({ zh: '已付金额（元）', en: 'Paid (yuan)' }, 'c.paid'),
    yuan({ zh: '已退金额（元）', en: 'Refunded (yuan)' }, 'c.refunded'),
    worded({ zh: '付款方式', en: 'Paid by' }, 'c.pay_method', cardPayMethodWords, language),
    worded({ zh: '状态', en: 'State' }, 'c.state', cardOrderStateWords, language),
    moment({ zh: '下单时间', en: 'Ordered at' }, 'c.created_at'),
    typed({ zh: '下单人', en: 'Ordered by' }, 'c.created_by'),
  ],
  ...rowsOfList(orders),
};

import { type merchant as contract, merchantStateWords } from '@xyxlx/contracts/merchant';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, moment, personal, typed, worded } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { merchants } from './merchant.sql.ts';

/** The merchants of a list, masked. */
export const merchantExport: ExportDefinition<z.output<typeof contract.exportMerchant.input>> = {
  operation: operationOf('merchant', 'exportMerchant'),
  title: { zh: '商户', en: 'Merchants' },
  columns: (language) => [
    made({ zh: '商户号', en: 'Merchant no.' }, 'm.merchant_no'),
    typed({ zh: '商户名称', en: 'Name' }, 'm.name'),
    typed({ zh: '简称', en: 'Short name' }, 'm.short_name'),
    made({ zh: '统一社会信用代码', en: 'Credit code' }, 'm.credit_code'),
    typed({ zh: '联系人', en: 'Contact' }, 'm.contact_name'),
    personal({ zh: '手机', en: 'Mobile' }, 'm.contact_mobile'),
    typed({ zh: '品牌', en: 'Brand' }, 'b.name'),
    typed({ zh: '平台', en: 'Platform' }, 'p.name'),
    made({ zh: 'MCC', en: 'MCC' }, 'm.mcc'),
    typed({ zh: '地区', en: 'Region' }, 'm.region'),
    typed({ zh: '开户行', en: 'Bank' }, 'm.settlement_bank'),
    made({ zh: '结算账户', en: 'Settlement account' }, "'**** ' || right(m.settlement_account, 4)"),
    worded({ zh: '状态', en: 'State' }, 'm.state', merchantStateWords, language),
    moment({ zh: '创建时间', en: 'Created at' }, 'm.created_at'),
  ],
  ...rowsOfList(merchants),
};

import type { cards as contract } from '@xyxlx/contracts/card';
import { cardFormWords, cardNamingWords, cardStateWords } from '@xyxlx/contracts/card-kinds';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, moment, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { cards, maskedPan } from './card.sql.ts';

/** The cards of a list, their numbers masked. */
export const cardExport: ExportDefinition<z.output<typeof contract.exportCard.input>> = {
  operation: operationOf('card', 'exportCard'),
  title: { zh: '支付卡', en: 'Cards' },
  columns: (language) => [
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    made({ zh: '卡编号', en: 'Card no.' }, 'c.card_no'),
    made({ zh: '卡号', en: 'Number' }, maskedPan('c')),
    typed({ zh: '产品', en: 'Product' }, 'p.name'),
    worded({ zh: '形态', en: 'Form' }, 'c.form', cardFormWords, language),
    worded({ zh: '记名方式', en: 'Naming' }, 'c.naming', cardNamingWords, language),
    typed({ zh: '持有人', en: 'Holder' }, 'e.name'),
    made({ zh: '工号', en: 'Employee no.' }, 'e.employee_no'),
    yuan({ zh: '面值（元）', en: 'Face value (yuan)' }, 'c.face_amount'),
    yuan({ zh: '余额（元）', en: 'Balance (yuan)' }, 'c.balance'),
    yuan({ zh: '冻结金额（元）', en: 'Held (yuan)' }, 'c.held'),
    moment({ zh: '有效期至', en: 'Valid until' }, 'c.expires_at'),
    worded({ zh: '状态', en: 'State' }, 'c.state', cardStateWords, language),
  ],
  ...rowsOfList(cards),
};

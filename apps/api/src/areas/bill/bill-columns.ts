import { billStateLabels, ledgerKindLabels } from '@xyxlx/contracts/domain-labels';
import { type Column, made, moment, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { Language } from '../../wire/language.ts';

/** The columns of an export of bills. */
export function billColumns(language: Language): Column[] {
  return [
    made({ zh: '账单号', en: 'Bill no.' }, 'c.bill_no'),
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    made({ zh: '账期', en: 'Period' }, 'c.period'),
    yuan({ zh: '期初余额（元）', en: 'Opening (yuan)' }, 'c.opening'),
    yuan({ zh: '充值（元）', en: 'Top-ups (yuan)' }, 'c.top_up'),
    yuan({ zh: '发放（元）', en: 'Issued (yuan)' }, 'c.issued'),
    yuan({ zh: '消费（元）', en: 'Consumed (yuan)' }, 'c.consumed'),
    yuan({ zh: '退款（元）', en: 'Refunded (yuan)' }, 'c.refunded'),
    yuan({ zh: '回收（元）', en: 'Recovered (yuan)' }, 'c.recovered'),
    yuan({ zh: '手续费（元）', en: 'Fee (yuan)' }, 'c.fee'),
    yuan({ zh: '期末余额（元）', en: 'Closing (yuan)' }, 'c.closing'),
    worded({ zh: '状态', en: 'State' }, 'c.state', billStateLabels, language),
    moment({ zh: '出账时间', en: 'Issued at' }, 'c.issued_at'),
    moment({ zh: '确认时间', en: 'Confirmed at' }, 'c.confirmed_at'),
  ];
}

/** The columns of an export of a bill's movements. */
export function entryColumns(language: Language): Column[] {
  return [
    moment({ zh: '时间', en: 'At' }, 'c.occurred_at'),
    worded({ zh: '类型', en: 'Kind' }, 'c.kind', ledgerKindLabels, language),
    yuan({ zh: '金额（元）', en: 'Amount (yuan)' }, 'c.amount'),
    typed({ zh: '员工', en: 'Employee' }, 'e.name'),
    made({ zh: '来源号', en: 'Source no.' }, 'c.source_no'),
  ];
}

import type { topUp as contract } from '@xyxlx/contracts/top-up';
import {
  topUpChannelWords,
  topUpDiversionWords,
  topUpExceptionWords,
  topUpStateWords,
  topUpTargetWords,
} from '@xyxlx/contracts/top-up-kinds';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, moment, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { topUps } from './top-up.sql.ts';

/** The top-ups of a list. */
export const topUpExport: ExportDefinition<z.output<typeof contract.exportTopUp.input>> = {
  operation: operationOf('topup', 'exportTopUp'),
  title: { zh: '充值记录', en: 'Top-ups' },
  columns: (language) => [
    made({ zh: '充值单号', en: 'No.' }, 'c.top_up_no'),
    typed({ zh: '公司', en: 'Company' }, 'o.name'),
    worded({ zh: '对象', en: 'Target' }, 'c.target', topUpTargetWords, language),
    made({ zh: '卡号', en: 'Card' }, 'k.card_no'),
    worded({ zh: '渠道', en: 'Channel' }, 'c.channel', topUpChannelWords, language),
    yuan({ zh: '充值金额（元）', en: 'Amount (yuan)' }, 'c.amount'),
    yuan({ zh: '手续费（元）', en: 'Fee (yuan)' }, 'c.fee'),
    yuan({ zh: '赠送（元）', en: 'Bonus (yuan)' }, 'c.bonus'),
    yuan({ zh: '到账金额（元）', en: 'Received (yuan)' }, 'c.received'),
    made({ zh: '汇款码', en: 'Transfer code' }, 'c.transfer_code'),
    typed({ zh: '流水号', en: 'Flow no.' }, 'coalesce(c.channel_flow_no, l.bank_no)'),
    worded({ zh: '状态', en: 'State' }, 'c.state', topUpStateWords, language),
    worded(
      { zh: '迟到', en: 'Late' },
      `CASE WHEN c.late THEN 'LATE' END`,
      { LATE: topUpExceptionWords.LATE },
      language,
    ),
    yuan({ zh: '渠道通知的不符金额（元）', en: 'Other amount told (yuan)' }, 'c.told_amount'),
    worded(
      { zh: '转入企业资金的原因', en: 'Why the fund has it' },
      'c.diverted_for',
      topUpDiversionWords,
      language,
    ),
    typed({ zh: '备注', en: 'Remark' }, 'c.remark'),
    moment({ zh: '创建时间', en: 'Created' }, 'c.created_at'),
    typed({ zh: '创建人', en: 'By' }, 'c.created_by'),
  ],
  ...rowsOfList(topUps),
};

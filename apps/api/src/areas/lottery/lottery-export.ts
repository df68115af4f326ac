import { type lottery as contract, lotteryStateWords, prizeTypeWords } from '@xyxlx/contracts/lottery';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, moment, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { draws, shownDelivery } from './lottery.sql.ts';

/** The draws of a list. */
export const lotteryExport: ExportDefinition<z.output<typeof contract.exportLottery.input>> = {
  operation: operationOf('lottery', 'exportLottery'),
  title: { zh: '抽奖记录', en: 'Lottery records' },
  columns: (language) => [
    made({ zh: '抽奖号', en: 'Draw no.' }, 'c.lottery_no'),
    typed({ zh: '活动', en: 'Activity' }, 'a.name'),
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    typed({ zh: '门店', en: 'Store' }, 's.name'),
    made({ zh: '工号', en: 'Employee no.' }, 'e.employee_no'),
    typed({ zh: '姓名', en: 'Name' }, 'e.name'),
    made({ zh: '触发交易', en: 'Payment no.' }, 'p.payment_no'),
    worded({ zh: '奖品类型', en: 'Prize type' }, 'c.prize_type', prizeTypeWords, language),
    typed({ zh: '奖品', en: 'Prize' }, 'c.prize_name'),
    yuan({ zh: '价值（元）', en: 'Value (yuan)' }, 'c.value'),
    worded({ zh: '状态', en: 'State' }, 'c.state', lotteryStateWords, language),
    moment({ zh: '抽奖时间', en: 'Drawn at' }, 'c.drawn_at'),
    typed({ zh: '快递公司', en: 'Carrier' }, 'c.carrier'),
    typed({ zh: '快递单号或券码', en: 'Tracking no. or code' }, shownDelivery.sql),
    moment({ zh: '发放时间', en: 'Awarded at' }, 'c.awarded_at'),
  ],
  ...rowsOfList(draws),
};

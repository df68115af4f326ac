import { lotteryStateLabels, prizeTypeLabels } from '@xyxlx/contracts/domain-labels';
import type { lottery as contract, LotteryRow } from '@xyxlx/contracts/lottery';
import { rowByRow } from '../../platform/bulk.ts';
import { type Column, made, moment, typed, worded, yuan } from '../../platform/exports/column.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { keysetPage } from '../../platform/paged-list.ts';
import { raw, sql } from '../../platform/sql.ts';
import { inMoneyTransaction } from '../../platform/transaction.ts';
import type { Handlers } from '../../wire/implement.ts';
import type { Language } from '../../wire/language.ts';
import { award } from './award.ts';
import { activities, lotteryJoins, lotteryJson, lotteryWhere } from './lottery.sql.ts';

export const lottery: Handlers<typeof contract> = {
  queryLottery: async ({ input: { pageNum, pageSize, cursor, sort, ...filters }, session, deps }) =>
    keysetPage<LotteryRow>(
      deps.database.pool,
      {
        table: 'lottery_records',
        alias: 'c',
        key: { column: 'drawn_at', type: 'timestamptz' },
        descending: sort?.order !== 'asc',
        where: lotteryWhere(session, filters),
        joins: lotteryJoins,
        row: lotteryJson,
      },
      { pageNum, pageSize, cursor },
    ),

  queryActivity: async ({ session, deps }) => activities(deps.database.pool, session),

  // Each row commits by itself, and an awarded one can't be awarded again: repeating the call is safe without a key.
  awardLottery: async ({ input: { ids, reason }, session, request, deps }) => {
    const now = deps.clock.businessNow();
    return rowByRow(ids, request.language, (id) =>
      inMoneyTransaction(deps.database, session, (tx) =>
        award(tx, { session, request, now }, { id, reason }),
      ),
    );
  },

  exportLottery: async (call) => {
    const { format, ...filters } = call.input;
    return exportFile(call, {
      title: { zh: '抽奖记录', en: 'Lottery records' },
      module: 'lottery',
      action: 'exportLottery',
      format,
      columns: columns(call.request.language),
      from: sql`FROM lottery_records c ${lotteryJoins} WHERE ${lotteryWhere(call.session, filters)}`,
      orderBy: raw('c.drawn_at DESC, c.id DESC'),
    });
  },
};

function columns(language: Language): Column[] {
  return [
    made({ zh: '抽奖号', en: 'Draw no.' }, 'c.lottery_no'),
    typed({ zh: '活动', en: 'Activity' }, 'a.name'),
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    typed({ zh: '门店', en: 'Store' }, 's.name'),
    made({ zh: '工号', en: 'Employee no.' }, 'e.employee_no'),
    typed({ zh: '姓名', en: 'Name' }, 'e.name'),
    made({ zh: '触发交易', en: 'Payment no.' }, 'p.payment_no'),
    worded({ zh: '奖品类型', en: 'Prize type' }, 'c.prize_type', prizeTypeLabels, language),
    typed({ zh: '奖品', en: 'Prize' }, 'c.prize_name'),
    yuan({ zh: '价值（元）', en: 'Value (yuan)' }, 'c.value'),
    worded({ zh: '状态', en: 'State' }, 'c.state', lotteryStateLabels, language),
    moment({ zh: '抽奖时间', en: 'Drawn at' }, 'c.drawn_at'),
    moment({ zh: '发放时间', en: 'Awarded at' }, 'c.awarded_at'),
  ];
}

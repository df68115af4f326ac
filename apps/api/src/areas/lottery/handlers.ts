import type { lottery as contract, LotteryRow } from '@xyxlx/contracts/lottery';
import { rowByRow } from '../../platform/bulk.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { keysetPage } from '../../platform/paged-list.ts';
import { inMoneyTransaction } from '../../platform/transaction.ts';
import type { Handlers } from '../../wire/implement.ts';
import { award } from './award.ts';
import { activities, lotteryJoins, lotteryJson, lotteryOf, lotteryWhere } from './lottery.sql.ts';
import { lotteryExport } from './lottery-export.ts';

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

  getLottery: async ({ input, session, deps }) => lotteryOf(deps.database.pool, session, input.id),

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

  exportLottery: (call) => exportFile(call, lotteryExport),
};

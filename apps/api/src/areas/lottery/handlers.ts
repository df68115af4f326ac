import type { lottery as contract } from '@xyxlx/contracts/lottery';
import { inMoneyTransaction, inTransaction } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { logOperation } from '../../platform/operation-log/operation-log.ts';
import { changeEach } from '../../platform/records/change-state.ts';
import { lockVisible } from '../../platform/records/lock-visible.ts';
import type { Handlers } from '../../wire/implement.ts';
import { awardEach } from './award.ts';
import { deliverEach } from './deliver.ts';
import { activities, draws, lotteryOf } from './lottery.sql.ts';
import { lotteryExport } from './lottery-export.ts';
import { lotteryStates } from './lottery-states.ts';

export const lottery: Handlers<typeof contract> = {
  queryLottery: (call) => queryList(call, draws),

  getLottery: async ({ input, session, deps }) => lotteryOf(deps.database.pool, session, input.id),

  queryActivity: async ({ session, deps }) => activities(deps.database.pool, session),

  awardLottery: async ({ input, session, request, deps }) => {
    const by = { session, request, now: deps.clock.businessNow() };
    return inMoneyTransaction(deps.database, session, (tx) => awardEach(tx, by, input));
  },

  deliverLottery: async ({ input: { deliveries }, session, request, deps }) => {
    const by = { session, request, now: deps.clock.businessNow() };
    return inTransaction(deps.database, (tx) => deliverEach(tx, by, deliveries));
  },

  failLottery: async ({ input, session, request, deps }) => {
    const by = { session, request, now: deps.clock.businessNow() };
    return inTransaction(deps.database, (tx) => changeEach(tx, by, lotteryStates, 'failLottery', input));
  },

  revealLottery: async ({ input: { id, reason }, session, request, deps }) =>
    inTransaction(deps.database, async (tx) => {
      const { tenantId, lotteryNo, deliveryNo } = await tx.lotteryRecord.findUniqueOrThrow({
        where: { tenantId_id: await lockVisible(tx, session, 'lottery_records', id) },
      });
      await logOperation(
        tx,
        { session, request },
        {
          tenantId,
          module: 'lottery',
          action: 'revealLottery',
          target: { type: 'lottery', id, label: lotteryNo },
          reason,
        },
      );
      return { deliveryNo };
    }),

  exportLottery: (call) => exportFile(call, lotteryExport),
};

import type { lottery as contract } from '@xyxlx/contracts/lottery';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { changeEach } from '../../platform/records/change-state.ts';
import { lockVisible } from '../../platform/records/lock-visible.ts';
import type { Handlers } from '../../wire/implement.ts';
import { awardEach } from './award.ts';
import { deliverEach } from './deliver.ts';
import { activities, draws, lotteryOf, sumLottery } from './lottery.sql.ts';
import { lotteryExport } from './lottery-export.ts';
import { lotteryStateMachine } from './lottery-states.ts';

export const lottery: Handlers<typeof contract> = {
  queryLottery: (call) => queryList(call, draws),

  sumLottery,

  getLottery: async ({ input, session, deps }) => lotteryOf(deps.database.pool, session, input.id),

  queryActivity: async ({ session, deps }) => activities(deps.database.pool, session),

  awardLottery: (call) => change(call, (tx) => awardEach(tx, call, call.input)),

  deliverLottery: (call) => change(call, (tx) => deliverEach(tx, call, call.input.deliveries)),

  failLottery: (call) => changeEach(call, lotteryStateMachine, 'failLottery'),

  revealLottery: (call) =>
    change(call, async (tx) => {
      const { id, reason } = call.input;
      const { session } = call;
      const { tenantId, lotteryNo, deliveryNo } = await tx.lotteryRecord.findUniqueOrThrow({
        where: { tenantId_id: await lockVisible(tx, session, 'lottery_records', id) },
      });
      await logChange(tx, call, { tenantId, id, label: lotteryNo, reason });
      return { deliveryNo };
    }),

  exportLottery: (call) => exportFile(call, lotteryExport),
};

import { lotteryStateWords, lotteryTransitions } from '@xyxlx/contracts/lottery';
import type { LotteryRecord, Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a draw. */
export const lotteryStateMachine: RecordOf<
  typeof lotteryTransitions,
  LotteryRecord,
  Prisma.LotteryRecordUncheckedUpdateManyInput
> = {
  table: lotteryTransitions,
  type: 'lottery',
  label: ({ lotteryNo }) => lotteryNo,
  lock: async (tx, session, ids) =>
    tx.lotteryRecord.findMany({
      where: keysOf(await lockVisibleRows(tx, session, 'lottery_records', ids)),
    }),
  // A draw has no version: it changes by its state alone.
  update: (tx, where, { version, ...data }) => tx.lotteryRecord.updateMany({ where, data }),
  refusal: (state, action) => {
    const { zh, en } = lotteryStateWords[state];
    return action === 'awardLottery'
      ? new Refusal({ zh: `当前状态为${zh}，无需补发`, en: `It is "${en}": nothing to award` })
      : new Refusal({
          zh: `当前状态为${zh}，仅发放中可登记发放结果`,
          en: `It is "${en}": only of what is being awarded can the outcome be recorded`,
        });
  },
  effects: {
    failLottery: (_tx, _by, _rows, { reason }) => ({ failure: reason ?? null }),
  },
};

import { type topUp as contract, topUpTransitions } from '@xyxlx/contracts/top-up';
import { topUpStateWords } from '@xyxlx/contracts/top-up-kinds';
import type { Prisma, TopUp } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { visibleCompanies } from '../../platform/records/scope.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

const done = {
  cancelTopUp: { zh: '取消', en: 'given up' },
  reverseTopUp: { zh: '退回', en: 'taken back' },
};

/** The states of a top-up that somebody may give up or take back. */
export const topUpStateMachine: RecordOf<
  typeof topUpTransitions,
  TopUp,
  Prisma.TopUpUncheckedUpdateManyInput
> = {
  table: topUpTransitions,
  type: 'topUp' satisfies (typeof contract)['cancelTopUp']['logs'],
  label: ({ topUpNo }) => topUpNo,
  lock: lockTopUps,
  update: (tx, where, data) => tx.topUp.updateMany({ where, data }),
  refusal: (state, action) =>
    new Refusal({
      zh: `当前状态为${topUpStateWords[state].zh}，不能${done[action].zh}`,
      en: `It is ${topUpStateWords[state].en.toLowerCase()} and can't be ${done[action].en}`,
    }),
};

async function lockTopUps(tx: Transaction, session: Session, ids: readonly string[]): Promise<TopUp[]> {
  const keys = await lockVisibleRows(tx, session, 'top_ups', ids, visibleCompanies);
  return tx.topUp.findMany({ where: keysOf(keys) });
}

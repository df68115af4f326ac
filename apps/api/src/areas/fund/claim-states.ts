import { statementLineTransitions } from '@xyxlx/contracts/statement';
import { topUpTransitions } from '@xyxlx/contracts/top-up';
import type { Prisma, StatementLine, TopUp } from '@xyxlx/database/client/client';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a line, which its claim moves. */
export const lineStates: Pick<
  RecordOf<typeof statementLineTransitions, StatementLine, Prisma.StatementLineUncheckedUpdateManyInput>,
  'table' | 'update'
> = {
  table: statementLineTransitions,
  update: (tx, where, data) => tx.statementLine.updateMany({ where, data }),
};

/** The states of a top-up, which its approval moves. */
export const topUpRecordStates: Pick<
  RecordOf<typeof topUpTransitions, TopUp, Prisma.TopUpUncheckedUpdateManyInput>,
  'table' | 'update'
> = {
  table: topUpTransitions,
  update: (tx, where, data) => tx.topUp.updateMany({ where, data }),
};

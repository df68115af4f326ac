import { fundTransferTransitions } from '@xyxlx/contracts/fund';
import type { FundTransfer, Prisma } from '@xyxlx/database/client/client';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a transfer, which its approval moves. */
export const fundTransferStates: Pick<
  RecordOf<typeof fundTransferTransitions, FundTransfer, Prisma.FundTransferUncheckedUpdateManyInput>,
  'table' | 'update'
> = {
  table: fundTransferTransitions,
  update: (tx, where, data) => tx.fundTransfer.updateMany({ where, data }),
};

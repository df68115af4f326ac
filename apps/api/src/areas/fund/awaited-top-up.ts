import type { StatementLine, TopUp } from '@xyxlx/database/client/client';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { visibleCompanies } from '../../platform/records/scope.ts';

/** A top-up that waits for a transfer, locked, so that of two lines that are claimed as it the second is refused; throws 406 for any other. */
export async function lockAwaited(
  tx: Transaction,
  session: Session,
  { tenantId, amount }: StatementLine,
  topUpId: string,
): Promise<TopUp> {
  const [key] = await lockVisibleRows(tx, session, 'top_ups', [topUpId], visibleCompanies);
  if (key?.tenantId !== tenantId) throw recordMissing();
  const topUp = await tx.topUp.findUniqueOrThrow({ where: { tenantId_id: key } });
  if (topUp.state !== 'TO_CLAIM') {
    throw new Refusal({
      zh: '该充值不在待认领状态',
      en: 'The top-up does not wait for a transfer',
    });
  }
  if (topUp.amount !== amount) {
    throw new Refusal({ zh: '流水与充值的金额不一致', en: 'The amounts of the line and the top-up differ' });
  }
  return topUp;
}

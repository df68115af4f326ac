import { channelRefundStateWords } from '@xyxlx/contracts/channel-refund';
import { channelRefundTransitions } from '@xyxlx/contracts/channel-refund-states';
import type { topUp as contract } from '@xyxlx/contracts/top-up';
import type { ChannelRefund, Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { inTenants, visibleCompanies } from '../../platform/records/scope.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

/** The states of a refund by a channel, which its answers move, and whoever has it asked again. */
export const channelRefundStateMachine: RecordOf<
  typeof channelRefundTransitions,
  ChannelRefund,
  Prisma.ChannelRefundUncheckedUpdateManyInput
> = {
  table: channelRefundTransitions,
  type: 'channelRefund' satisfies (typeof contract)['resendRefund']['logs'],
  label: ({ refundNo }) => refundNo,
  lock: lockRefunds,
  update: (tx, where, data) => tx.channelRefund.updateMany({ where, data }),
  refusal: (state) => {
    const { zh, en } = channelRefundStateWords[state];
    return new Refusal({
      zh: `当前状态为${zh}，不能重试`,
      en: `It is "${en.toLowerCase()}" and can't be asked for again`,
    });
  },
  effects: { resendRefund: (_tx, { now }) => ({ dueAt: now }) },
};

/** Those of payments that the caller sees. */
async function lockRefunds(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<ChannelRefund[]> {
  const keys = await rowsOf<Pick<ChannelRefund, 'tenantId' | 'id'>>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.id FROM channel_refunds c JOIN top_ups t ON t.tenant_id = c.tenant_id AND t.id = c.top_up_id
        WHERE ${inTenants(session, 'c')} AND c.id = ANY(${[...ids]}::uuid[]) AND ${visibleCompanies(session, 't')}
        ORDER BY c.id FOR NO KEY UPDATE OF c`,
  );
  return tx.channelRefund.findMany({ where: keysOf(keys) });
}

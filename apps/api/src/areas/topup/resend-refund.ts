import type { ChannelRefund } from '@xyxlx/contracts/channel-refund';
import type { topUp as contract } from '@xyxlx/contracts/top-up';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import { channelRefundJson } from '../channel/channel-refund.sql.ts';
import { channelRefundStateMachine } from './channel-refund-states.ts';

/** Has a channel asked again, within a minute, for a refund that it refused; throws 406 for one that it did not refuse. */
export function resendRefund(
  call: Call<z.output<typeof contract.resendRefund.input>, Session>,
): Promise<ChannelRefund> {
  return change(call, async (tx) => {
    const { tenantId, id } = await changeOne(tx, call, channelRefundStateMachine, 'resendRefund', call.input);
    const { refund } = await rowOf<{ refund: ChannelRefund }>(
      tx,
      sql`SELECT ${channelRefundJson} AS refund FROM channel_refunds q WHERE q.tenant_id = ${tenantId}::uuid AND q.id = ${id}::uuid`,
    );
    return refund;
  });
}

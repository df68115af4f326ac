import { channelRefundStateWords } from '@xyxlx/contracts/channel-refund';
import type { topUp as contract, TopUpDetail } from '@xyxlx/contracts/top-up';
import type { ChannelRefund, TopUp } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { byId, visibleCompanies } from '../../platform/records/scope.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { channelRefundStates } from './refund-answers.ts';
import { topUpOf } from './top-up.sql.ts';

/** Has a channel asked again, within a minute, for a refund that it refused; throws 406 for one that it did not refuse. */
export async function resendRefund(
  call: Call<z.output<typeof contract.resendRefund.input>, Session>,
): Promise<TopUpDetail> {
  const { input, session, now } = call;
  return change(call, async (tx) => {
    const row = await lockRefund(tx, session, input.id);
    const { state } = row;
    mustAllow({ table: channelRefundStates.table, refusal: () => notRefused(state) }, 'resendRefund', {
      state,
    });
    if (row.version !== input.version) throw staleVersion();
    await writeState(tx, call, channelRefundStates, 'resendRefund', [row], { columns: { dueAt: now } });
    const { tenantId, topUpId, refundNo, topUp } = row;
    await logChange(tx, call, {
      ...{ tenantId, id: topUpId, label: topUp.topUpNo },
      before: { state },
      after: { state: 'SENDING', refundNo },
    });
    return topUpOf(tx, session, topUpId);
  });
}

/** A refund by a channel of a top-up that the caller sees; throws 406 when there is none. */
async function lockRefund(
  tx: Transaction,
  session: Session,
  id: string,
): Promise<ChannelRefund & { topUp: TopUp }> {
  const [key] = await rowsOf<{ tenantId: string; id: string }>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.id FROM channel_refunds c JOIN top_ups t ON t.tenant_id = c.tenant_id AND t.id = c.top_up_id
        WHERE ${byId(session, 'c', id)} AND ${visibleCompanies(session, 't')} FOR UPDATE OF c`,
  );
  if (!key) throw recordMissing();
  return tx.channelRefund.findUniqueOrThrow({
    where: { tenantId_id: key },
    include: { topUp: true },
  });
}

function notRefused(state: keyof typeof channelRefundStateWords): Refusal {
  const { zh, en } = channelRefundStateWords[state];
  return new Refusal({
    zh: `当前状态为${zh}，不能重试`,
    en: `It is "${en.toLowerCase()}" and can't be asked for again`,
  });
}

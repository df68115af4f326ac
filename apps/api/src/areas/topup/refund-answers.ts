import { systemActor } from '@xyxlx/contracts/system-actor';
import type { ChannelRefund, TopUp } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { ChannelRefused, type ChannelSilent } from '../../platform/channels/channel-errors.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChanges, theSystem } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { tellException } from '../fund/tell-exception.ts';
import { channelRefundStateMachine } from './channel-refund-states.ts';

const sending = { module: 'topup', action: 'sendChannelRefunds', target: 'channelRefund' };

/** Keeps what a channel answered: yes (null), no, which people are told, or nothing, after which it is asked again. An answer that is known already changes nothing. */
export async function recordAnswer(
  { database, clock, log }: Deps,
  { tenantId, id }: { tenantId: string; id: string },
  answer: ChannelRefused | ChannelSilent | null,
): Promise<void> {
  const now = clock.businessNow();
  await inTransaction(database, async (tx) => {
    await tx.$executeRaw`SELECT FROM channel_refunds WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    const row = await tx.channelRefund.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
      include: { topUp: true },
    });
    if (row.state !== 'SENDING') return;
    const said = { answerZh: answer?.text.zh ?? null, answerEn: answer?.text.en ?? null };
    if (answer !== null && !(answer instanceof ChannelRefused)) {
      log.warn({ refundNo: row.refundNo, reason: answer.message }, 'a channel did not answer for a refund');
      await tx.channelRefund.update({ where: { tenantId_id: { tenantId, id } }, data: said });
      return;
    }
    await writeState(
      tx,
      { session: { userName: systemActor.zh }, now },
      channelRefundStateMachine,
      answer ? 'refuse' : 'pay',
      [row],
      {
        columns: { ...said, ...(!answer && { doneAt: now }) },
      },
    );
    await tell(tx, row, answer);
  });
}

/** Logs the answer; of a no those who top up are told. */
async function tell(
  tx: Transaction,
  row: ChannelRefund & { topUp: TopUp },
  answer: ChannelRefused | null,
): Promise<void> {
  const { tenantId, id, refundNo, state, topUp } = row;
  await logChanges(tx, theSystem(tenantId, `sendChannelRefunds/${refundNo}`, sending), [
    {
      ...{ tenantId, id, label: refundNo, before: { state } },
      after: { state: answer ? 'REFUSED' : 'PAID' },
      ...(answer && { reason: answer.text.zh }),
    },
  ]);
  if (!answer) return;
  const { zh, en } = answer.text;
  await tellException(tx, topUp, {
    zh: `渠道拒绝退款 ${refundNo}，${zh}`,
    en: `the channel refused refund ${refundNo}, ${en}`,
  });
}

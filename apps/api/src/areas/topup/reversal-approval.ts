import { topUpReversalTransitions } from '@xyxlx/contracts/top-up-reversal';
import type { FundFlow, Prisma, TopUp, TopUpReversal } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import { makerWhoMay } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { moveBalances } from '../card/move-balance.ts';
import { oweRefund } from '../channel/owe-refund.ts';
import { lockCard } from '../fund/card-target.ts';
import { lineStates } from '../fund/claim-states.ts';
import { matterOfReversal } from './matter.ts';
import { reversalPostings } from './reversal-postings.ts';
import { topUpReversal } from './reverse-top-up.ts';
import { topUpStateMachine } from './top-up-states.ts';

/** The states of a reversal, which its approval moves. */
const reversalStates: Pick<
  RecordOf<typeof topUpReversalTransitions, TopUpReversal, Prisma.TopUpReversalUncheckedUpdateManyInput>,
  'table' | 'update'
> = {
  table: topUpReversalTransitions,
  update: (tx, where, data) => tx.topUpReversal.updateMany({ where, data }),
};

interface Asked {
  reversal: TopUpReversal;
  topUp: TopUp;
}

/** A reversal: approved, what was received leaves the fund or card where that is free, and the line of a transfer can be claimed anew. */
export const topUpReversalApproval: ApprovalSubject = {
  ...topUpReversal,
  matter: matterOfReversal,
  waiting: `SELECT id FROM top_up_reversals WHERE tenant_id = $1 AND state = 'SUBMITTED'`,
  approve: async (tx, decision) => {
    const asked = await lockAsked(tx, decision);
    await makerWhoMay(tx, topUpReversal, decision);
    await takeBack(tx, decision, asked);
  },
  reject: (tx, decision) => leave(tx, decision, 'reject'),
  withdraw: (tx, decision) => leave(tx, decision, 'withdraw'),
};

async function lockAsked(tx: Transaction, { approval }: Decision): Promise<Asked> {
  const { tenantId, subjectId: id } = approval;
  const reversal = await tx.topUpReversal.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  await tx.$executeRaw`SELECT FROM top_ups WHERE tenant_id = ${tenantId}::uuid AND id = ${reversal.topUpId}::uuid FOR UPDATE`;
  const where = { tenantId_id: { tenantId, id: reversal.topUpId } };
  return { reversal, topUp: await tx.topUp.findUniqueOrThrow({ where }) };
}

async function takeBack(tx: Transaction, by: Decision, { reversal, topUp }: Asked): Promise<void> {
  const { tenantId, id: topUpId, topUpNo, state: before, statementLineId } = topUp;
  const { kind, reason, reversalNo, amount } = reversal;
  await moveBack(tx, by, { reversal, topUp });
  const state = kind === 'REVERSE' ? 'REVERSED' : 'REFUNDED';
  await writeState(tx, by, topUpStateMachine, 'takeBack', [topUp], { to: state });
  await writeState(tx, by, reversalStates, 'approve', [reversal], { columns: { doneAt: by.now } });
  if (kind === 'REVERSE' && statementLineId !== null) {
    await writeState(tx, by, lineStates, 'reverseClaim', [{ tenantId, id: statementLineId }]);
  }
  if (kind === 'REFUND') {
    await oweRefund(tx, by, topUp, {
      no: reversalNo,
      amount: topUp.amount,
      reason,
      of: { reversalId: reversal.id },
    });
  }
  await post(tx, reversalPostings, [reversal]);
  await logChange(
    tx,
    { ...by, operation: operationOf('topup', 'reverseTopUp') },
    {
      ...{ tenantId, id: topUpId, label: topUpNo, reason },
      before: { state: before },
      after: { state, reversalNo, amount: Number(amount) },
    },
  );
}

/** Takes what was received from where the top-up put it; throws 406 where that is not free any more. */
async function moveBack(
  tx: Transaction,
  { session, now }: Decision,
  { reversal, topUp }: Asked,
): Promise<void> {
  const { tenantId, id: topUpId, companyId, amount, fee, bonus, received } = topUp;
  const { id: sourceId, reversalNo: remark } = reversal;
  const by = session.userName;
  const sourceType = 'topUpReversal';
  const came = { tenantId, sourceId: topUpId, kind: 'TOP_UP' as const };
  const onCard = await tx.cardFlow.findFirst({ where: came });
  if (onCard) {
    const { cardId } = onCard;
    const { balance, held } = await lockCard(tx, tenantId, cardId);
    if (balance - held < Number(received)) throw cardTooLow();
    const move = { cardId, sourceType, sourceId, remark };
    const back = { ...move, ...throughOf(onCard, reversal) };
    const moves = [
      { ...move, kind: 'FEE' as const, delta: Number(fee) },
      { ...back, kind: 'TOP_UP_BACK' as const, delta: -Number(amount + bonus) },
    ];
    await moveBalances(
      tx,
      moves.filter(({ delta }) => delta !== 0),
      { tenantId, by, now },
    );
    return;
  }
  const inFund = await tx.fundFlow.findFirstOrThrow({ where: came });
  const leg = { tenantId, companyId, account: 'ENTERPRISE', flow: 'TOP_UP_BACK', pairId: null } as const;
  const back = { ...leg, delta: -Number(received), sourceId, remark, ...throughOf(inFund, reversal) };
  await writeFlows(tx, [back], { sourceType, by, now });
}

/** The account that what came goes back through, by the number of the line that is free again, or by the one that the bank is told. */
function throughOf(
  { platformAccountId, externalNo }: Pick<FundFlow, 'platformAccountId' | 'externalNo'>,
  { kind, reversalNo }: TopUpReversal,
): { platformAccountId?: string; externalNo?: string } {
  if (platformAccountId === null) return {};
  return { platformAccountId, externalNo: kind === 'REVERSE' && externalNo ? externalNo : reversalNo };
}

async function leave(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  const { reversal } = await lockAsked(tx, decision);
  await writeState(tx, decision, reversalStates, outcome, [reversal]);
}

function cardTooLow(): Refusal {
  return new Refusal({
    zh: '卡可用余额不足，不能退回',
    en: 'What is free on the card does not cover it',
  });
}

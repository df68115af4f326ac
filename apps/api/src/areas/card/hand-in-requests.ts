import type { BulkActResult } from '@xyxlx/contracts/bulk';
import type { CardRequestKind } from '@xyxlx/contracts/card-kinds';
import type { Card } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { refuseRestricted } from '../../platform/approval/restricted.ts';
import type { SubjectFacts } from '../../platform/approval/subject.ts';
import { submitEach, waitingAlready } from '../../platform/approval/submit.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChanges } from '../../platform/operation-log/operation-log.ts';
import { assessEach, withWaiting } from '../../platform/records/bulk.ts';
import { type Asked, awaitApproval, openRequests } from './card-requests.ts';

/** Hands in what is asked of each of the locked cards that `rule` lets, row by row; every one of them waits. */
export async function handInEach(
  tx: Transaction,
  call: Call<{ ids: readonly string[]; reason: string }, Session>,
  rows: readonly Card[],
  { kind, subject, rule }: { kind: CardRequestKind; subject: SubjectFacts; rule: (card: Card) => void },
): Promise<BulkActResult> {
  const { input, session, request, now } = call;
  await refuseRestricted(tx, session, rows, now);
  const { ids, reason } = input;
  const { kept, result } = assessEach({ ids, language: request.language }, rows, (card) => {
    rule(card);
    if (card.requestId) throw waitingAlready();
  });
  const approvals = new Map<string, string>();
  const done: Asked[] = [];
  for (const [tenantId, cards] of Map.groupBy(kept, (card) => card.tenantId)) {
    const asked = await openRequests(tx, call, cards, { kind, reason });
    const submissions = asked.map(
      ({ card: { id: aboutId, merchantId, cardNo }, request: { id, requestNo, amount } }) => ({
        ...{ subjectId: id, aboutId, subjectLabel: `${requestNo} ${cardNo}`, merchantId, reason },
        ...(amount > 0n && { amount: Number(amount) }),
      }),
    );
    const approvalIds = (await submitEach(tx, call, subject, tenantId, submissions)).map(({ id }) => id);
    await awaitApproval(tx, call, asked, approvalIds);
    for (const [n, { card }] of asked.entries()) approvals.set(card.id, approvalIds[n] as string);
    done.push(...asked);
  }
  await logChanges(
    tx,
    call,
    done.map(({ card: { tenantId, id, cardNo }, request: { requestNo } }) => ({
      ...{ tenantId, id, label: cardNo, after: { requestNo }, reason },
    })),
  );
  return withWaiting(result, approvals);
}

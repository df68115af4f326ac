import type { CardRequestKind } from '@xyxlx/contracts/card-kinds';
import { cardRequestTransitions } from '@xyxlx/contracts/card-request';
import type { Card, CardRequest, Prisma } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { makerWhoMay } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, Decision, SubjectFacts } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { nextCount } from '../../platform/records/numbers.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { lockCard } from './lock-cards.ts';
import { matterOfRequest } from './matter.ts';

/** The states of a request, which its approval moves. */
const requestStates: Pick<
  RecordOf<typeof cardRequestTransitions, CardRequest, Prisma.CardRequestUncheckedUpdateManyInput>,
  'table' | 'update'
> = {
  table: cardRequestTransitions,
  update: (tx, where, data) => tx.cardRequest.updateMany({ where, data }),
};

/** Who has a request carried out: the maker, also where a checker's word was needed. */
export interface Asker extends Pick<Caller, 'deps' | 'now'> {
  session: Pick<Caller['session'], 'userId' | 'userName'>;
}

/** A locked card and what is asked of it. */
export interface Asked {
  card: Card;
  request: CardRequest;
}

/** Writes what is asked of locked cards of one tenant, in their order; `amount` in fen is what is to move. */
export async function openRequests(
  tx: Transaction,
  { session, now }: Pick<Caller, 'session' | 'now'>,
  cards: readonly Card[],
  { kind, reason, fee = 0 }: { kind: CardRequestKind; reason: string; fee?: number },
): Promise<Asked[]> {
  const [first] = cards;
  if (!first) return [];
  const { tenantId } = first;
  const last = await nextCount(tx, tenantId, 'KS', cards.length);
  const by = session.userName;
  const requests = await tx.cardRequest.createManyAndReturn({
    data: cards.map(({ id: cardId, companyId, balance }, n) => ({
      ...{ tenantId, cardId, companyId, kind, fee, reason },
      requestNo: `KS${String(last - cards.length + n + 1).padStart(8, '0')}`,
      amount: balance,
      ...{ createdAt: now, createdBy: by, updatedAt: now, updatedBy: by },
    })),
  });
  const byCard = new Map(requests.map((request) => [request.cardId, request]));
  return cards.map((card) => ({ card, request: byCard.get(card.id) as CardRequest }));
}

/** Has requests of one tenant wait for their approvals, in the same order: until then nothing new is authorized on their cards. */
export async function awaitApproval(
  tx: Transaction,
  { session, now }: Pick<Caller, 'session' | 'now'>,
  asked: readonly Asked[],
  approvalIds: readonly string[],
): Promise<void> {
  const [first] = asked;
  if (!first) return;
  const given = asked.map(({ card, request }, n) => ({
    ...{ card: card.id, request: request.id, approval: approvalIds[n] },
  }));
  await tx.$executeRaw`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g(card uuid, request uuid, approval uuid)),
    waiting AS (
      UPDATE card_requests r SET approval_id = g.approval FROM given g
      WHERE r.tenant_id = ${first.card.tenantId}::uuid AND r.id = g.request)
    UPDATE cards c SET request_id = g.request, version = c.version + 1, updated_at = ${now}::timestamptz, updated_by = ${session.userName}
    FROM given g WHERE c.tenant_id = ${first.card.tenantId}::uuid AND c.id = g.card`;
}

/** Marks a request as done, with what moved. */
export async function requestDone(
  tx: Transaction,
  by: Asker,
  { card: { companyId, balance }, request }: Asked,
  how: 'complete' | 'approve',
): Promise<void> {
  const columns = { amount: balance, companyId, doneAt: by.now };
  await writeState(tx, by, requestStates, how, [request], { columns });
}

/** The subject of a kind of request: approving does it in its maker's name, by the rules of that moment. */
export function requestApproval(
  kind: CardRequestKind,
  facts: SubjectFacts & Required<Pick<SubjectFacts, 'madeWith'>>,
  carryOut: (tx: Transaction, by: Asker, asked: Asked, decision: Decision) => Promise<unknown>,
): ApprovalSubject {
  return {
    ...facts,
    matter: matterOfRequest,
    waiting: `SELECT id FROM card_requests WHERE tenant_id = $1 AND kind = '${kind}' AND state = 'SUBMITTED'`,
    approve: async (tx, decision) => {
      const { tenantId, subjectId: id } = decision.approval;
      const { cardId } = await tx.cardRequest.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
      const card = await lockCard(tx, decision.session, cardId);
      const request = await tx.cardRequest.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
      const { deps, now } = decision;
      const session = await makerWhoMay(tx, facts, decision);
      await carryOut(tx, { session, deps, now }, { card, request }, decision);
    },
    reject: (tx, decision) => giveUp(tx, decision, 'reject'),
    withdraw: (tx, decision) => giveUp(tx, decision, 'withdraw'),
  };
}

/** The card can be used again. */
async function giveUp(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  const { tenantId, subjectId: id } = decision.approval;
  await tx.card.updateMany({
    where: { tenantId, requestId: id },
    data: { requestId: null, version: { increment: 1 }, updatedAt: decision.now },
  });
  await writeState(tx, decision, requestStates, outcome, [{ tenantId, id }]);
}

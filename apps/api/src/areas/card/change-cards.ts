import type { BulkResult } from '@xyxlx/contracts/bulk';
import { cardTransitions } from '@xyxlx/contracts/card';
import {
  type CardAction,
  type CardSide,
  type CardState,
  cardActionWords,
  cardStateWords,
} from '@xyxlx/contracts/card-kinds';
import { allows } from '@xyxlx/contracts/transitions';
import type { Card } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChanges } from '../../platform/operation-log/operation-log.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { lockCards } from './lock-cards.ts';
import { policyOf } from './policy.ts';
import { stepCards, toState } from './step-cards.ts';

type Action = 'shipCard' | 'freezeCard' | 'unfreezeCard' | 'reportLossCard' | 'cancelLossCard';

/** What an action that moves no money does to a card. */
interface Change {
  event: CardAction;
  /** SQL of the state and of what else changes of card `c`. */
  to: Sql;
  columns?(side: Side): Sql;
  /** The state that this very card comes to. */
  leadsTo(card: Card): CardState;
}

/** Who takes such a step. */
type Side = Extract<CardSide, 'OPERATOR' | 'HOLDER'>;

const changes = {
  shipCard: {
    event: 'SHIP',
    to: toState('PENDING'),
    leadsTo: () => 'PENDING',
  },
  freezeCard: {
    event: 'FREEZE',
    to: toState('FROZEN'),
    columns: (side) => sql`frozen_by = ${side}`,
    leadsTo: () => 'FROZEN',
  },
  unfreezeCard: {
    event: 'UNFREEZE',
    to: toState('ACTIVE'),
    columns: () => sql`frozen_by = NULL`,
    leadsTo: () => 'ACTIVE',
  },
  reportLossCard: {
    event: 'REPORT_LOSS',
    to: toState('LOST'),
    columns: () => sql`state_before = c.state`,
    leadsTo: () => 'LOST',
  },
  cancelLossCard: {
    event: 'CANCEL_LOSS',
    to: sql`c.state_before`,
    columns: () => sql`state_before = NULL`,
    leadsTo: ({ stateBefore }) => stateBefore ?? 'ACTIVE',
  },
} as const satisfies Record<Action, Change>;

/** Takes a step with each of the called cards that lets it; the others are refused one by one. */
export function changeCards(
  call: Call<{ ids: readonly string[]; reason: string }, Session>,
  action: Action,
): Promise<BulkResult> {
  const { input, session, request } = call;
  return change(call, async (tx) => {
    const rows = await lockCards(tx, session, input.ids);
    const lossOf = new Map<string, boolean>();
    for (const { tenantId } of rows)
      if (!lossOf.has(tenantId)) lossOf.set(tenantId, await anonymousLoss(tx, tenantId));
    const { kept, result } = assessEach({ ids: input.ids, language: request.language }, rows, (row) =>
      mustLetChange(action, row, { side: 'OPERATOR', anonymousLoss: lossOf.get(row.tenantId) === true }),
    );
    await takeStep(tx, call, kept, action, { side: 'OPERATOR', reason: input.reason });
    return result;
  });
}

/** Whether the policy lets anonymous cards be reported lost. */
export async function anonymousLoss(tx: Transaction, tenantId: string): Promise<boolean> {
  return (await policyOf(tx, tenantId)).anonymousLoss;
}

/** Takes such a step with locked cards that let it, and writes the log of it. */
export async function takeStep(
  tx: Transaction,
  caller: Caller,
  cards: readonly Card[],
  action: Action,
  { side, reason }: { side: Side; reason: string },
): Promise<void> {
  const { event, to, columns, leadsTo }: Change = changes[action];
  await stepCards(tx, caller, cards, {
    ...{ action: event, to, side, reason },
    columns: sql`${columns ? sql`${columns(side)}, ` : sql``}state_reason = ${reason}`,
  });
  await logChanges(
    tx,
    caller,
    cards.map((card) => ({
      ...{ tenantId: card.tenantId, id: card.id, label: card.cardNo, reason },
      before: { state: card.state },
      after: { state: leadsTo(card) },
    })),
  );
}

/** Throws what refuses such a step: the state, whose card it is, or who froze it. */
export function mustLetChange(
  action: Action,
  card: Card,
  { side, anonymousLoss }: { side: Side; anonymousLoss: boolean },
): void {
  if (action === 'shipCard') mustShipAlone(card);
  if (action === 'reportLossCard' && card.naming === 'ANONYMOUS' && !anonymousLoss)
    throw new Refusal({ zh: '不记名卡不支持挂失', en: 'An anonymous card can not be reported lost' });
  // Who else froze it is not told: compliance says nothing to a holder.
  if (action === 'unfreezeCard' && side === 'HOLDER' && card.state === 'FROZEN' && card.frozenBy !== 'HOLDER')
    throw new Refusal({
      zh: '卡片暂不可用，请联系客服',
      en: 'This card can not be used at the moment: ask customer service',
    });
  mustLet(action, changes[action].event, card);
}

/** Throws where a card is given to its holder, or goes out with its order. */
function mustShipAlone({ naming, orderLineId }: Card): void {
  if (naming === 'NAMED')
    throw new Refusal({ zh: '记名卡请分配持有人', en: 'A named card is given to its holder' });
  if (orderLineId !== null)
    throw new Refusal({ zh: '该卡随订单发货', en: 'The card is shipped with its order' });
}

/** Throws what refuses a step: the state, or who froze it. */
export function mustLet(
  action: keyof typeof cardTransitions.actions,
  event: CardAction,
  { state, frozenBy }: Card,
): void {
  if (!allows(cardTransitions, action, state)) {
    const [is, wanted] = [cardStateWords[state], cardActionWords[event]];
    throw new Refusal({
      zh: `当前状态为${is.zh}，不能${wanted.zh}`,
      en: `The card is "${is.en}": no way to "${wanted.en}"`,
    });
  }
  if (action !== 'unfreezeCard') return;
  if (frozenBy === 'COMPLIANCE') throw new Refusal({ zh: '卡已由合规冻结', en: 'Compliance froze the card' });
  if (frozenBy === 'LEFT') throw new Refusal({ zh: '持卡人已离职，不能解冻', en: 'The holder has left' });
}

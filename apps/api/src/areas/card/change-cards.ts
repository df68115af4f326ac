import type { BulkResult } from '@xyxlx/contracts/bulk';
import { cardTransitions } from '@xyxlx/contracts/card';
import {
  type CardAction,
  type CardState,
  cardActionWords,
  cardStateWords,
} from '@xyxlx/contracts/card-kinds';
import { allows } from '@xyxlx/contracts/transitions';
import type { Card } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChanges } from '../../platform/operation-log/operation-log.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { lockCards } from './lock-cards.ts';
import { policyOf } from './policy.ts';
import { stepCards, toState } from './step-cards.ts';

type Action = keyof typeof cardTransitions.actions;

/** What an action that moves no money does to a card. */
interface Change {
  event: CardAction;
  /** SQL of the state and of what else changes of card `c`. */
  to: Sql;
  columns: Sql;
  /** The state that this very card comes to. */
  leadsTo(card: Card): CardState;
}

const changes = {
  freezeCard: {
    event: 'FREEZE',
    to: toState('FROZEN'),
    columns: sql`frozen_by = 'OPERATOR'`,
    leadsTo: () => 'FROZEN',
  },
  unfreezeCard: {
    event: 'UNFREEZE',
    to: toState('ACTIVE'),
    columns: sql`frozen_by = NULL`,
    leadsTo: () => 'ACTIVE',
  },
  reportLossCard: {
    event: 'REPORT_LOSS',
    to: toState('LOST'),
    columns: sql`state_before = c.state`,
    leadsTo: () => 'LOST',
  },
  cancelLossCard: {
    event: 'CANCEL_LOSS',
    to: sql`c.state_before`,
    columns: sql`state_before = NULL`,
    leadsTo: ({ stateBefore }) => stateBefore ?? 'ACTIVE',
  },
} as const satisfies Record<Action, Change>;

/** Takes a step with each of the called cards that lets it; the others are refused one by one. */
export function changeCards(
  call: Call<{ ids: readonly string[]; reason: string }, Session>,
  action: Action,
): Promise<BulkResult> {
  const { input, session, request } = call;
  const { event, to, columns, leadsTo }: Change = changes[action];
  return change(call, async (tx) => {
    const rows = await lockCards(tx, session, input.ids);
    const lossOf = new Map<string, boolean>();
    if (action === 'reportLossCard') {
      for (const tenantId of new Set(rows.map((row) => row.tenantId)))
        lossOf.set(tenantId, (await policyOf(tx, tenantId)).anonymousLoss);
    }
    const { kept, result } = assessEach({ ids: input.ids, language: request.language }, rows, (row) => {
      if (action === 'reportLossCard' && row.naming === 'ANONYMOUS' && !lossOf.get(row.tenantId))
        throw new Refusal({ zh: '不记名卡不支持挂失', en: 'An anonymous card can not be reported lost' });
      mustLet(action, event, row);
    });
    await stepCards(tx, call, kept, {
      action: event,
      to,
      columns: sql`${columns}, state_reason = ${input.reason}`,
      side: 'OPERATOR',
      reason: input.reason,
    });
    await logChanges(
      tx,
      call,
      kept.map((row) => ({
        ...{ tenantId: row.tenantId, id: row.id, label: row.cardNo, reason: input.reason },
        before: { state: row.state },
        after: { state: leadsTo(row) },
      })),
    );
    return result;
  });
}

/** Throws what refuses a step: the state, or who froze it. */
function mustLet(action: Action, event: CardAction, { state, frozenBy }: Card): void {
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

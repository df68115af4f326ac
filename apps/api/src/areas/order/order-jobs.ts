import { cardOrderStateWords } from '@xyxlx/contracts/card-order-kinds';
import { endedJobStates } from '@xyxlx/contracts/job';
import { paths } from '@xyxlx/contracts/paths';
import type { CardOrder } from '@xyxlx/database/client/client';
import type { Requester } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobKind, JobWork } from '../../platform/jobs/job-kind.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { type MakeNumbers, withNewNumbers } from '../card/make-numbers.ts';
import { postEarned } from './earn.ts';
import { makeSomeCards } from './make-cards.ts';
import { lockOrder, orderStateMachine } from './order-states.ts';
import { cardsToMake, refundableLines } from './refundable.sql.ts';
import { releaseSome } from './release-anonymous.ts';

export interface OrderPayload {
  tenantId: string;
  orderId: string;
}

const endMaking = { module: 'order', action: 'endMaking', target: 'cardOrder' };

/** What both have in common: an order that was paid gets its cards, whoever ends meanwhile. */
const ofOrders = {
  permission: 'order.ship',
  goesOnToItsEnd: true,
  outcome: ({ payload }) => `${paths.cardOrder}?open=${payload.orderId}`,
} satisfies Partial<JobKind<OrderPayload>>;

/** 制卡: all cards of an order, each once, however often the work is begun anew: which are there says the table of cards alone. */
export const cardMake: JobKind<OrderPayload> = {
  ...ofOrders,
  kind: 'cardMake',
  title: { zh: '制卡', en: 'Making of cards' },
  run: async (work) => {
    const { payload, deps } = work;
    await withNewNumbers(deps.settings.dataKeys, (makeNumbers) => make(work, makeNumbers));
    const order = await orderBehind(deps, payload);
    const { orderNo, state } = order;
    const count = await cardsToMake(deps.database.pool, order);
    const { zh, en } = cardOrderStateWords[state];
    if (order.stateBefore === 'MAKING') {
      return {
        state: 'SUCCEEDED',
        message: {
          zh: `${orderNo} 有退款待审核，制卡暂停`,
          en: `${orderNo}: a refund waits, and nothing more is made until then`,
        },
      };
    }
    return {
      state: 'SUCCEEDED',
      message: {
        zh: `${orderNo} 的 ${count} 张卡已制成，订单${zh}`,
        en: `${orderNo}: ${count} cards are made, the order is "${en}"`,
      },
    };
  },
};

/** 发货: the anonymous cards of an order that was sent can be activated. */
export const cardShip: JobKind<OrderPayload> = {
  ...ofOrders,
  kind: 'cardShip',
  title: { zh: '不记名卡转待激活', en: 'Release of anonymous cards' },
  run: async ({ payload, actor, deps, steps }) => {
    await steps(async (tx, checkpoint) => {
      const order = await lockOrder(tx, payload.tenantId, payload.orderId);
      const now = deps.clock.businessNow();
      const did = await releaseSome(tx, order, { actor, now, after: checkpoint });
      if (did) return { checkpoint: did.until, done: did.count };
      await workIsDone(tx, order);
      return null;
    });
    const { orderNo } = await orderBehind(deps, payload);
    return {
      state: 'SUCCEEDED',
      message: {
        zh: `${orderNo} 的不记名卡可以激活`,
        en: `${orderNo}: its anonymous cards can be activated`,
      },
    };
  },
};

function make(
  { id, payload, actor, deps, steps }: JobWork<OrderPayload>,
  makeNumbers: MakeNumbers,
): Promise<void> {
  return steps(async (tx, checkpoint) => {
    const order = await lockOrder(tx, payload.tenantId, payload.orderId);
    const now = deps.clock.businessNow();
    if (order.state === 'MAKING') {
      const made = await makeSomeCards(tx, order, { makeNumbers, by: actor.session.userName, now });
      if (made > 0) return { checkpoint: null, done: made };
      return (await end(tx, order, { actor, now })) === 'TO_SHIP' ? null : { checkpoint: null, done: 0 };
    }
    // Where none is sent all can be activated once they are there.
    if (order.state !== 'DONE' || order.jobId !== id) return null;
    const did = await releaseSome(tx, order, { actor, now, after: checkpoint });
    if (did) return { checkpoint: did.until, done: 0 };
    await workIsDone(tx, order);
    return null;
  });
}

/** All cards are there: those of plastic are to be sent; where none are left the order is done, and its fee earned. */
async function end(
  tx: Transaction,
  order: CardOrder,
  { actor, now }: { actor: Requester; now: Date },
): Promise<'TO_SHIP' | 'DONE'> {
  const { tenantId, id, orderNo } = order;
  const lines = await refundableLines(tx, order);
  const isSent = lines.some(({ form, quantity, refunded }) => form === 'PHYSICAL' && refunded < quantity);
  const to = isSent ? 'TO_SHIP' : 'DONE';
  await writeState(tx, { session: actor.session, now }, orderStateMachine, 'endMaking', [order], {
    to,
    columns: isSent ? { jobId: null } : { earnedAt: now },
  });
  if (!isSent) await postEarned(tx, order);
  await logChange(
    tx,
    { ...actor, operation: endMaking },
    { tenantId, id, label: orderNo, before: { state: 'MAKING' }, after: { state: to } },
  );
  return to;
}

async function workIsDone(tx: Transaction, { tenantId, id }: CardOrder): Promise<void> {
  await tx.cardOrder.update({ where: { tenantId_id: { tenantId, id } }, data: { jobId: null } });
}

function orderBehind({ database }: Deps, { tenantId, orderId: id }: OrderPayload): Promise<CardOrder> {
  return database.prisma.cardOrder.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

/** Starts the work on a locked order's cards in its tenant; returns the job's id. */
export function startOrderJob(
  tx: Transaction,
  { session, request, deps }: Requester & { deps: Pick<Deps, 'jobs'> },
  { tenantId, id: orderId }: Pick<CardOrder, 'tenantId' | 'id'>,
  { kind, total }: { kind: typeof cardMake | typeof cardShip; total: number },
): Promise<string> {
  const payload: OrderPayload = { tenantId, orderId };
  return deps.jobs.start(
    tx,
    { session: { ...session, tenantId }, request },
    { kind: kind.kind, payload, total },
  );
}

/** Takes up orders whose job came to an end before its work did, by a fault: half made is no state to stay in. */
export async function resumeOrders({ database, clock, jobs }: Deps): Promise<void> {
  for (const tenantId of await activeTenantIds(database, clock.businessNow())) {
    await inTransaction(database, async (tx) => {
      const left = await rowsOf<
        Pick<CardOrder, 'tenantId' | 'id' | 'state'> & { total: number; userId: string; userName: string }
      >(
        tx,
        sql`SELECT c.tenant_id AS "tenantId", c.id, c.state, j.total - j.done AS total, j.created_by_id AS "userId", j.created_by AS "userName"
            FROM card_orders c JOIN jobs j ON j.tenant_id = c.tenant_id AND j.id = c.job_id
            WHERE c.tenant_id = ${tenantId}::uuid AND c.job_id IS NOT NULL AND c.state IN ('MAKING', 'SHIPPED', 'DONE')
              AND j.state = ANY(${[...endedJobStates]}::text[])
            ORDER BY c.id FOR NO KEY UPDATE OF c`,
      );
      for (const { state, total, userId, userName, ...order } of left) {
        const actor = {
          session: { tenantId, homeTenantId: tenantId, userId, userName, roles: [] },
          request: { id: `resumeOrders/${order.id}`, ip: '', device: '', startedAt: clock.now().getTime() },
          deps: { jobs },
        };
        const kind = state === 'MAKING' ? cardMake : cardShip;
        const jobId = await startOrderJob(tx, actor, order, { kind, total: Math.max(total, 0) });
        await tx.cardOrder.update({ where: { tenantId_id: { tenantId, id: order.id } }, data: { jobId } });
      }
    });
  }
}

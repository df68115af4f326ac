import type { dev as contract } from '@xyxlx/contracts/dev';
import { change } from '../../platform/db/transaction.ts';
import { moveSharedClock } from '../../platform/time/shared-clock.ts';
import type { Handlers } from '../../wire/implement.ts';
import { consumptionDetail } from '../consumption/consumption.sql.ts';
import { pay } from '../consumption/pay.ts';
import { cardPay } from './card-pay.ts';
import { checkInvariants } from './check-invariants.ts';
import { resetDatabase } from './reset.ts';

export const dev: Handlers<typeof contract> = {
  expireToken: async ({ session, deps: { database } }) => {
    await database.prisma.$executeRaw`UPDATE sessions SET expired_gen = gen WHERE id = ${session.id}::uuid`;
    return null;
  },

  revokeSession: async ({ session, deps }) => {
    await deps.sessions.revoke(deps.database.prisma, { id: session.id }, 'developer');
    return null;
  },

  failNext: async ({ input: { endpoint, ...fault }, deps: { faults } }) => {
    faults.set(endpoint.replace(/^\/?(xyxlx\/)?/, ''), fault);
    return null;
  },

  outbox: async ({ input, deps: { database } }) => {
    const rows = await database.prisma.outboxMessage.findMany({
      where: input.mobile ? { mobile: input.mobile.toLowerCase() } : {},
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: 50,
    });
    return { list: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
  },

  invariants: ({ deps }) => checkInvariants(deps),

  reset: async ({ input, deps }) => {
    const since = performance.now();
    const kind = input.seed ?? deps.settings.seed;
    await resetDatabase(deps, kind);
    deps.faults.clear();
    return { seed: kind, elapsedMs: Math.round(performance.now() - since) };
  },

  pay: async (call) => {
    const { declined, detail } = await change(call, async (tx) => {
      const { input, session, now } = call;
      const paid = await pay(tx, call, input);
      return { declined: paid.declined, detail: await consumptionDetail(tx, session, paid.id, now) };
    });
    // The record of what was declined is committed before it is said.
    if (declined) throw declined;
    return detail;
  },

  cardPay,

  clock: async ({ input, deps }) => {
    await moveSharedClock(deps, input.offsetSeconds * 1000);
    await deps.jobs.tick();
    return { now: deps.clock.businessNow().toISOString() };
  },
};

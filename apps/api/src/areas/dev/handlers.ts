import type { dev as contract } from '@xyxlx/contracts/dev';
import type { Handlers } from '../../wire/implement.ts';
import type { Faults } from './faults.ts';

/** The developer endpoints; `faults` is what `failNext` plants. */
export function dev(faults: Faults): Handlers<typeof contract> {
  return {
    expireToken: async ({ session, deps: { database } }) => {
      await database.prisma.$executeRaw`UPDATE sessions SET expired_gen = gen WHERE id = ${session.id}::uuid`;
      return null;
    },

    revokeSession: async ({ session, deps }) => {
      await deps.sessions.revoke(deps.database.prisma, { id: session.id }, 'developer');
      return null;
    },

    failNext: async ({ input: { endpoint, ...fault } }) => {
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

    clock: async ({ input, deps: { clock } }) => {
      clock.setBusinessOffset(input.offsetSeconds * 1000);
      return { now: clock.businessNow().toISOString() };
    },
  };
}

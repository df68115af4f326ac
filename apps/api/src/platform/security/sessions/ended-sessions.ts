import type { Transaction } from '../../db/transaction.ts';

/** The channel of PostgreSQL on which replicas tell each other which sessions have ended; each notice is a session's id. */
export const endedSessionsTopic = 'xyxlx_sessions_ended';

/** Tells every replica, once the transaction commits, to look at these sessions' live channels at once. */
export async function publishEnded(
  tx: Pick<Transaction, '$executeRaw'>,
  ended: readonly { id: string }[],
): Promise<void> {
  const ids = ended.map(({ id }) => id);
  await tx.$executeRaw`SELECT pg_notify(${endedSessionsTopic}, id) FROM unnest(${ids}::text[]) AS id`;
}

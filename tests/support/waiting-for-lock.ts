import { connect } from '@xyxlx/database/connect';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/** Returns once exactly so many statements of the database wait for somebody's lock; the address is the owner's. */
export async function waitingForLock(
  { databaseUrl }: { databaseUrl: string },
  statements: number,
): Promise<void> {
  // The service's role does not see what others wait for, and a transaction sees what they did when it first looked.
  const superuser = await connect(databaseUrl);
  try {
    await eventually(async () => {
      const { rows } = await superuser.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows[0]?.count).toBe(statements);
    });
  } finally {
    await superuser.end();
  }
}

import type { LiveEvent } from '@xyxlx/contracts/job';
import type { Transaction } from '../db/transaction.ts';

/** One user in one tenant: every device of theirs that is connected to any replica. */
interface Recipient {
  tenantId: string;
  userId: string;
}

/** An event on its way between replicas. */
export interface LiveNotice {
  to: Recipient;
  event: LiveEvent;
}

/** The channel of PostgreSQL on which replicas tell each other. */
export const liveTopic = 'xyxlx_live';

/** PostgreSQL refuses longer notices; publishers keep texts short. */
const maxNoticeBytes = 7900;

/** Sends each event to every connected client of its recipient once the transaction commits, on any replica; nobody waits for a client. */
export async function publishLive(
  tx: Pick<Transaction, '$executeRaw'>,
  notices: readonly LiveNotice[],
): Promise<void> {
  const texts = notices.map((notice) => JSON.stringify(notice));
  if (texts.some((text) => Buffer.byteLength(text) > maxNoticeBytes)) {
    throw new Error('The live event is too long.');
  }
  await tx.$executeRaw`SELECT pg_notify(${liveTopic}, text) FROM unnest(${texts}::text[]) AS text`;
}

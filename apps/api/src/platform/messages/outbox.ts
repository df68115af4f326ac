import type { Clock } from '../../core/clock.ts';
import type { Messenger } from './messenger.ts';

/** Keeps messages in the database, where the developer panel shows them. */
export function outbox(clock: Clock): Messenger {
  return {
    send: async (message, tx) => {
      await tx.outboxMessage.create({ data: { ...message, createdAt: clock.now() } });
    },
  };
}

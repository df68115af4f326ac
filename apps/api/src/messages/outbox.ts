import type { PrismaClient } from '@xyxlx/database/client/client';
import type { Clock } from '../platform/clock.ts';
import type { Messenger } from './messenger.ts';

/** Keeps messages in the database, where the developer panel shows them. */
export function outbox(prisma: PrismaClient, clock: Clock): Messenger {
  return {
    send: async (message) => {
      await prisma.outboxMessage.create({ data: { ...message, createdAt: clock.now() } });
    },
  };
}

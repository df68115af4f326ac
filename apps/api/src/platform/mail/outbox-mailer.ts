import type { Clock } from '../../core/clock.ts';
import type { Database } from '../db/database.ts';
import type { Mailer } from './mailer.ts';

/** Keeps e-mails in the database, where the developer panel shows them beside short messages. */
export function outboxMailer({ prisma }: Database, clock: Clock): Mailer {
  return {
    send: async ({ id, recipient, title, text }) => {
      const data = { mobile: recipient, scene: 'mail', code: null, text: `${title}\n\n${text}` };
      await prisma.outboxMessage.upsert({
        where: { id },
        create: { id, ...data, createdAt: clock.now() },
        update: data,
      });
    },
  };
}

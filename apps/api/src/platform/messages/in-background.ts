import type { Logger } from 'pino';
import type { MessageService, Messenger } from './messenger.ts';

/** Sends without making anybody wait: how long the provider takes would tell whether a message was sent at all. A failure is logged. */
export function inBackground(service: MessageService, log: Logger): Messenger {
  return {
    send: async (message) => {
      service
        .send(message)
        .catch((error: unknown) => log.error({ err: error }, 'a message could not be sent'));
    },
  };
}

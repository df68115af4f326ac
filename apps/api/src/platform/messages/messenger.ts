import type { CodeScene } from '@xyxlx/contracts/verification-code';
import type { Transaction } from '../db/transaction.ts';
import type { NoticeScene } from '../settings/settings.ts';

/** A message on its way to a phone or a mailbox; a provider with templates needs the scene and the code, others send the text. */
export type Message = { mobile: string; text: string } & (
  | { scene: CodeScene; code: string }
  | { scene: NoticeScene; code: null }
);

/** The outside world that delivers messages; one adapter a provider. */
export interface Messenger {
  /** `tx` is for a messenger that keeps its messages in the database: they commit with what they are about. */
  send(message: Message, tx: Pick<Transaction, 'outboxMessage'>): Promise<void>;
}

declare module '../../core/deps.ts' {
  interface Deps {
    messenger: Messenger;
  }
}

/** Somebody else's service that takes messages; throws when it did not take one. */
export interface MessageService {
  send(message: Message): Promise<void>;
}

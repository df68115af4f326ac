import type { Transaction } from '../platform/transaction.ts';

/** A verification code on its way to a phone or a mailbox. */
export interface CodeMessage {
  mobile: string;
  scene: string;
  code: string;
  text: string;
}

/** The outside world that delivers messages; one adapter a provider. */
export interface Messenger {
  /** `tx` is for a messenger that keeps its messages in the database: they commit with what they are about. */
  send(message: CodeMessage, tx: Pick<Transaction, 'outboxMessage'>): Promise<void>;
}

/** Somebody else's service that takes messages; throws when it did not take one. */
export interface MessageService {
  send(message: CodeMessage): Promise<void>;
}

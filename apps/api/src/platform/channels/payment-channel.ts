import type { ChannelAccount, ChannelCall } from './account.ts';
import type { CallContext } from './call-context.ts';
import type { PayingChannel } from './channel-hosts.ts';

/** What a channel asks somebody to pay. */
export interface Payment {
  /** Our number of it, by which the channel tells of it. */
  no: string;
  /** In fen. */
  amount: number;
  /** What the payer reads. */
  subject: string;
  /** How long it can be paid from now on, in ms. */
  openFor: number;
}

/** A payment that can be paid. */
export interface Asked {
  /** What is behind the QR code. */
  payText: string;
  /** The channel's own number of it, where it gives one before it is paid. */
  channelNo: string | null;
}

/** Money that goes back to who paid. */
export interface PaymentRefund {
  /** Our number of the refund: told again it is paid back once. */
  no: string;
  /** In fen. */
  amount: number;
  reason: string;
  /** When it was agreed to: UnionPay knows a refund again by its number and this. */
  at: Date;
  /** The channel's number of the payment. */
  flowNo: string;
}

/** One thing that a channel is asked for, and how its answer is read: throws `ChannelRefused` for a no, `ChannelSilent` for what is none. */
export interface Act<Input, Output> {
  /** Throws `BadSecret` where the secret can't sign. */
  call(account: ChannelAccount, input: Input, context: CallContext): ChannelCall;
  read(status: number, text: string): Output;
}

/** How a channel is asked for payments. */
export interface PaymentProtocol {
  precreate: Act<Payment, Asked>;
  /** Null where a payment ends at its time alone. */
  close: Act<Payment, void> | null;
  refund: Act<{ payment: Payment; refund: PaymentRefund }, void>;
}

/** Channels that are asked for payments, each with its own account; whoever asks is told by `ChannelRefused` and `ChannelSilent` what came of it. */
export interface PaymentChannels {
  precreate(account: PayingAccount, payment: Payment): Promise<Asked>;
  close(account: PayingAccount, payment: Payment): Promise<void>;
  refund(account: PayingAccount, payment: Payment, refund: PaymentRefund): Promise<void>;
}

export interface PayingAccount extends ChannelAccount {
  channel: PayingChannel;
}

declare module '../../core/deps.ts' {
  interface Deps {
    paymentChannels: PaymentChannels;
  }
}

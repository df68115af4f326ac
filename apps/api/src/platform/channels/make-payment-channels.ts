import type { Clock } from '../../core/clock.ts';
import type { Settings } from '../settings/settings.ts';
import { BadSecret } from './account.ts';
import { alipayPayments } from './alipay-payments.ts';
import { callChannel, faultOf, isAnswer, unreachable } from './call-channel.ts';
import { ChannelRefused, ChannelSilent } from './channel-errors.ts';
import { type PayingChannel, refuseForeignAddress } from './channel-hosts.ts';
import type { Act, PayingAccount, PaymentChannels, PaymentProtocol } from './payment-channel.ts';
import { unionPayPayments } from './union-pay-payments.ts';
import { wechatPayments } from './wechat-payments.ts';

const protocols: Record<PayingChannel, PaymentProtocol> = {
  ALIPAY: alipayPayments,
  WECHAT: wechatPayments,
  UNIONPAY: unionPayPayments,
};

/** The channels as they are, each asked in its own way at its own host. */
export function makePaymentChannels(
  { channelHosts, publicUrl }: Pick<Settings, 'channelHosts' | 'publicUrl'>,
  clock: Clock,
): PaymentChannels {
  const notifyUrl = publicUrl && new URL('/xyxlx/topup/notifyTopUp', publicUrl).href;

  async function ask<Input, Output>(
    { channel, ...account }: PayingAccount,
    { call, read }: Act<Input, Output>,
    input: Input,
  ): Promise<Output> {
    refuseForeignAddress(channel, account.address, channelHosts);
    const answer = await callChannel(
      inWords(() => call(account, input, { now: clock.now(), notifyUrl })),
    ).catch((error: Error) => {
      throw error instanceof ChannelRefused ? error : new ChannelSilent(unreachable(error));
    });
    if (!isAnswer(answer)) throw new ChannelSilent(faultOf(answer));
    return read(answer.status, answer.text);
  }

  return {
    precreate: (account, payment) => ask(account, protocols[account.channel].precreate, payment),
    close: async (account, payment) => {
      const { close } = protocols[account.channel];
      if (close) await ask(account, close, payment);
    },
    refund: (account, payment, refund) =>
      ask(account, protocols[account.channel].refund, { payment, refund }),
  };
}

/** A secret that can't sign is for whoever keeps the account to put right. */
function inWords<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof BadSecret ? new ChannelRefused(error.text) : error;
  }
}

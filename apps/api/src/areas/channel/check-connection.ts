import type { ChannelBinding } from '@xyxlx/database/client/client';
import { BadSecret, type ChannelAccount } from '../../platform/channels/account.ts';
import { callChannel, faultOf, isAnswer, unreachable } from '../../platform/channels/call-channel.ts';
import { refuseForeignAddress } from '../../platform/channels/channel-hosts.ts';
import { alipay } from './probes/alipay.ts';
import type { Probe, Verdict } from './probes/probe.ts';
import { tokenProbe } from './probes/token.ts';
import { unionPay } from './probes/union-pay.ts';
import { wechatPay } from './probes/wechat-pay.ts';

type Channel = ChannelBinding['channel'];

/** What a channel said of a binding's credentials. */
export interface Check extends Verdict {
  elapsedMs: number;
}

const probes: Record<Channel, Probe> = {
  ALIPAY: alipay,
  WECHAT: wechatPay,
  WEWORK: tokenProbe({ id: 'corpid', secret: 'corpsecret' }),
  DINGTALK: tokenProbe({ id: 'appkey', secret: 'appsecret' }),
  UNIONPAY: unionPay,
};

/** Asks the channel, with a signed call that changes nothing, whether it knows the credentials; never throws for what the channel does. */
export async function checkConnection(
  { channel, ...account }: ChannelAccount & { channel: Channel },
  extraHosts: readonly string[],
  now: Date,
): Promise<Check> {
  refuseForeignAddress(channel, account.address, extraHosts);
  const since = performance.now();
  const verdict = await verdictOf(probes[channel], account, now);
  return { ...verdict, elapsedMs: Math.round(performance.now() - since) };
}

async function verdictOf(probe: Probe, account: ChannelAccount, now: Date): Promise<Verdict> {
  try {
    const answer = await callChannel(probe.question(account, now));
    if (isAnswer(answer)) return probe.assess(answer.status, answer.text);
    return { ok: false, message: faultOf(answer) };
  } catch (error) {
    return { ok: false, message: error instanceof BadSecret ? error.text : unreachable(error as Error) };
  }
}

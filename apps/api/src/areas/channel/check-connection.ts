import type { Label } from '@xyxlx/contracts/endpoint';

import type { ChannelBinding } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';

import { alipay } from './probes/alipay.ts';
import { BadSecret, type Credentials, type Probe, type Question, type Verdict } from './probes/probe.ts';
import { tokenProbe } from './probes/token.ts';
import { unionPay } from './probes/union-pay.ts';
import { wechatPay } from './probes/wechat-pay.ts';

/** How long a channel may take to answer, in ms, and how much it may say. */
const timeoutMs = 5000;
const maxAnswer = 64 * 1024;

/** Where each channel answers; a binding reaches its channel's host and those of the setting CHANNEL_HOSTS, nothing else. */
type Channel = ChannelBinding['channel'];

export const channelAddresses: Record<Channel, string> = {
  ALIPAY: 'https://openapi.alipay.com/gateway.do',
  WECHAT: 'https://api.mch.weixin.qq.com/v3/certificates',
  WEWORK: 'https://qyapi.weixin.qq.com/cgi-bin/gettoken',
  DINGTALK: 'https://oapi.dingtalk.com/gettoken',
  UNIONPAY: 'https://gateway.95516.com/gateway/api/queryTrans.do',
};

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

/**
 * Refuses an address that is not the channel's own, so that a binding can't be used to reach into the own network, nor to
 * show the key of one channel to another.
 */
export function refuseForeignAddress(channel: Channel, address: string, extraHosts: readonly string[]): void {
  const url = new URL(address);
  const { host } = new URL(channelAddresses[channel]);
  const own = extraHosts.includes(url.host);
  const known = url.host === host && url.protocol === 'https:';
  if ((own || known) && !url.username && !url.password) return;
  throw new Refusal({
    zh: `不允许的渠道地址，主机须为 ${[host, ...extraHosts].join('、')}`,
    en: `The address is not allowed: its host must be one of ${[host, ...extraHosts].join(', ')}`,
  });
}

/** Asks the channel, with a signed call that changes nothing, whether it knows the credentials; never throws for what the channel does. */
export async function checkConnection(
  { channel, ...credentials }: Credentials & { channel: Channel },
  extraHosts: readonly string[],
  now: Date,
): Promise<Check> {
  refuseForeignAddress(channel, credentials.address, extraHosts);
  const since = performance.now();
  const verdict = await verdictOf(probes[channel], credentials, now);
  return { ...verdict, elapsedMs: Math.round(performance.now() - since) };
}

async function verdictOf(probe: Probe, credentials: Credentials, now: Date): Promise<Verdict> {
  try {
    const { status, text } = await ask(probe.question(credentials, now));
    if (status < 500 && (status < 300 || status >= 400)) return probe.assess(status, text);
    return {
      ok: false,
      message: { zh: `渠道返回 HTTP ${status}`, en: `The channel answered HTTP ${status}` },
    };
  } catch (error) {
    return { ok: false, message: error instanceof BadSecret ? error.text : unreachable(error as Error) };
  }
}

async function ask({ url, ...question }: Question): Promise<{ status: number; text: string }> {
  // A redirect could lead anywhere, past the list of hosts.
  const answer = await fetch(url, {
    ...question,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  let text = '';
  if (!answer.body) return { status: answer.status, text };
  const decoder = new TextDecoder();
  for await (const chunk of answer.body) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxAnswer) break;
  }
  return { status: answer.status, text };
}

function unreachable({ name }: Error): Label {
  return name === 'TimeoutError'
    ? { zh: '渠道 5 秒内没有回应', en: 'The channel did not answer within 5 seconds' }
    : { zh: '渠道无法连接', en: 'The channel cannot be reached' };
}

import type { Label } from '@xyxlx/contracts/endpoint';
import type { Channel } from '@xyxlx/database/client/client';
import { z } from 'zod';
import { Refusal } from '../../wire/errors.ts';

/** How long a channel may take to answer, in ms, and how much it may say. */
const patience = 5000;
const maxAnswer = 64 * 1024;

/** Where each channel answers; a binding reaches these hosts and those of the setting CHANNEL_HOSTS, nothing else. */
export const channelAddresses: Record<Channel, string> = {
  ALIPAY: 'https://openapi.alipay.com/gateway.do',
  WECHAT: 'https://api.mch.weixin.qq.com/v3/certificates',
  WEWORK: 'https://qyapi.weixin.qq.com/cgi-bin/gettoken',
  DINGTALK: 'https://oapi.dingtalk.com/gettoken',
  UNIONPAY: 'https://gateway.95516.com/gateway/api/queryTrans.do',
};

const allowedHosts = new Set(Object.values(channelAddresses).map((address) => new URL(address).host));

/** What a channel said of a binding's credentials. */
export interface Check {
  ok: boolean;
  message: Label;
  elapsedMs: number;
}

interface Credentials {
  channel: Channel;
  address: string;
  appId: string;
  secret: string;
}

/** Refuses an address outside the allowed hosts, so that a binding can't be used to reach into the own network. */
export function refuseForeignAddress(address: string, extraHosts: readonly string[]): void {
  const url = new URL(address);
  const own = extraHosts.includes(url.host);
  const known = allowedHosts.has(url.host) && url.protocol === 'https:';
  if ((own || known) && !url.username && !url.password) return;
  throw new Refusal({
    zh: `不允许的渠道地址，主机须为 ${[...allowedHosts, ...extraHosts].join('、')}`,
    en: `The address is not allowed: its host must be one of ${[...allowedHosts, ...extraHosts].join(', ')}`,
  });
}

/** Asks the channel whether it knows the credentials; never throws for what the channel does. */
export async function checkConnection(
  { channel, address, appId, secret }: Credentials,
  extraHosts: readonly string[],
): Promise<Check> {
  refuseForeignAddress(address, extraHosts);
  const since = performance.now();
  const said = await ask(requestOf(channel, address, appId, secret)).then(
    ({ status, text }) => judge(channel, status, text),
    (error: Error) => ({ ok: false, message: unreachable(error) }),
  );
  return { ...said, elapsedMs: Math.round(performance.now() - since) };
}

/** 企业微信 and 钉钉 hand out a token for the credentials; the others answer only to signed business requests, so being reached is what can be tested. */
function requestOf(channel: Channel, address: string, appId: string, secret: string): URL {
  const url = new URL(address);
  if (channel === 'WEWORK') {
    url.searchParams.set('corpid', appId);
    url.searchParams.set('corpsecret', secret);
  }
  if (channel === 'DINGTALK') {
    url.searchParams.set('appkey', appId);
    url.searchParams.set('appsecret', secret);
  }
  return url;
}

async function ask(url: URL): Promise<{ status: number; text: string }> {
  // A redirect could lead anywhere, past the list of hosts.
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patience) });
  let text = '';
  if (!answer.body) return { status: answer.status, text };
  const decoder = new TextDecoder();
  for await (const chunk of answer.body) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxAnswer) break;
  }
  return { status: answer.status, text };
}

const tokenAnswer = z.object({ errcode: z.number(), errmsg: z.string().default('') });

function judge(channel: Channel, status: number, text: string): Omit<Check, 'elapsedMs'> {
  if (status >= 500 || (status >= 300 && status < 400)) {
    return {
      ok: false,
      message: { zh: `渠道返回 HTTP ${status}`, en: `The channel answered HTTP ${status}` },
    };
  }
  if (channel !== 'WEWORK' && channel !== 'DINGTALK') {
    return { ok: true, message: { zh: '渠道可达', en: 'The channel can be reached' } };
  }
  const answer = tokenAnswer.safeParse(jsonOf(text));
  if (!answer.success) {
    return { ok: false, message: { zh: '渠道的回应无法识别', en: 'The channel answered something unknown' } };
  }
  const { errcode, errmsg } = answer.data;
  if (errcode === 0) return { ok: true, message: { zh: '连接正常', en: 'Connected' } };
  const said = errmsg.replace(/[^\p{L}\p{N} .,:;_-]/gu, '').slice(0, 100);
  return {
    ok: false,
    message: { zh: `渠道拒绝：${errcode} ${said}`, en: `The channel refused: ${errcode} ${said}` },
  };
}

function unreachable({ name }: Error): Label {
  return name === 'TimeoutError'
    ? { zh: '渠道 5 秒内没有回应', en: 'The channel did not answer within 5 seconds' }
    : { zh: '渠道无法连接', en: 'The channel cannot be reached' };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { callingChannels, channels } from '@xyxlx/contracts/channel';
import { Refusal } from '../../core/errors.ts';

type Channel = (typeof channels)[number];
export type PayingChannel = (typeof callingChannels)[number];

/** Where each channel answers; a binding reaches its channel's host and those of the setting CHANNEL_HOSTS, nothing else. */
export const channelAddresses: Record<Channel, string> = {
  ALIPAY: 'https://openapi.alipay.com/gateway.do',
  WECHAT: 'https://api.mch.weixin.qq.com/v3/certificates',
  WEWORK: 'https://qyapi.weixin.qq.com/cgi-bin/gettoken',
  DINGTALK: 'https://oapi.dingtalk.com/gettoken',
  UNIONPAY: 'https://gateway.95516.com/gateway/api/queryTrans.do',
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

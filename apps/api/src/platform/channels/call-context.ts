import type { Label } from '@xyxlx/contracts/endpoint';
import { ChannelRefused } from './channel-errors.ts';

/** What a call says besides what is asked for. */
export interface CallContext {
  now: Date;
  /** Where the channel tells of the payment. */
  notifyUrl: string | undefined;
}

/** When something ends that is open for so many ms from the call on. */
export function endOf(openFor: number, { now }: CallContext): Date {
  return new Date(now.getTime() + openFor);
}

/** Where the channel is to tell; throws `ChannelRefused` for a channel that takes no payment which it could tell nobody of. */
export function notifiedAt({ notifyUrl }: CallContext, channel: Label): string {
  if (notifyUrl !== undefined) return notifyUrl;
  throw new ChannelRefused({
    zh: `服务没有公网地址（PUBLIC_URL），${channel.zh}无法通知付款结果：请联系管理员设置`,
    en: `The service has no public address (PUBLIC_URL) where ${channel.en} could tell of the payment: have it set`,
  });
}

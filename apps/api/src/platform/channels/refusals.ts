import type { Label } from '@xyxlx/contracts/endpoint';
import { shownText } from './account.ts';
import { ChannelRefused, ChannelSilent } from './channel-errors.ts';

/** What a channel's codes mean to whoever can do something about them. */
export type Refusals = Readonly<Record<string, Label>>;

/** The words for a code; a channel's own where nobody has put it into others. */
export function refused(words: Refusals, code: string, said: string): ChannelRefused {
  const known = words[code];
  if (known) return new ChannelRefused(known);
  const own = `${shownText(code)} ${shownText(said)}`.trim();
  return new ChannelRefused({ zh: `渠道拒绝：${own}`, en: `The channel refused: ${own}` });
}

/** The channel has a fault of its own, or too much to do. */
export function busy(code: string): ChannelSilent {
  const shown = shownText(code);
  return new ChannelSilent({ zh: `渠道繁忙（${shown}）`, en: `The channel is busy (${shown})` });
}

export function unknownAnswer(): ChannelSilent {
  return new ChannelSilent({ zh: '渠道的回应无法识别', en: 'The channel answered something unknown' });
}

export const wrongSecret: Label = {
  zh: '渠道验签失败：请在渠道账号中核对密钥并重新授权',
  en: 'The channel did not accept the signature: check the secret of its account and authorise it again',
};
export const alreadyPaid: Label = {
  zh: '渠道已收到该笔付款，请等待渠道通知',
  en: 'The channel has the payment already: wait until it tells of it',
};

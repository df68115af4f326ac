import type { Label } from '@xyxlx/contracts/endpoint';
import { type ChannelAccount, type ChannelCall, shownText } from '../../../platform/channels/account.ts';

/** Whether the channel knows the credentials, and what it said. */
export interface Verdict {
  ok: boolean;
  message: Label;
}

/** How a channel is asked one harmless question, signed as its business calls are, and how its answer is read. */
export interface Probe {
  /** Throws `BadSecret` where the secret can't sign. */
  question(account: ChannelAccount, now: Date): ChannelCall;
  assess(status: number, text: string): Verdict;
}

export const connected: Verdict = { ok: true, message: { zh: '连接正常', en: 'Connected' } };

export const unknownAnswer: Verdict = {
  ok: false,
  message: { zh: '渠道的回应无法识别', en: 'The channel answered something unknown' },
};

/** The channel knows who asks and says no, or does not believe the signature; what it says is not trusted with markup. */
export function refusedBy(code: string, said: string): Verdict {
  const words = `${shownText(code)} ${shownText(said)}`.trim();
  return { ok: false, message: { zh: `渠道拒绝：${words}`, en: `The channel refused: ${words}` } };
}

/** The signature was not accepted: the secret is not the one that the channel has the other half of. */
export function wrongSecret(code: string): Verdict {
  return {
    ok: false,
    message: {
      zh: `密钥不正确：渠道验签失败（${shownText(code)}）`,
      en: `Wrong secret: the channel did not accept the signature (${shownText(code)})`,
    },
  };
}

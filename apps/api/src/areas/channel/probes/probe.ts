import type { Label } from '@xyxlx/contracts/endpoint';

/** What a binding says of itself, with its secret in clear for as long as one question takes. */
export interface Credentials {
  address: string;
  appId: string;
  externalId: string;
  secret: string;
}

/** One harmless question to a channel, signed as its business calls are. */
export interface Question {
  url: URL;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** Whether the channel knows the credentials, and what it said. */
export interface Verdict {
  ok: boolean;
  message: Label;
}

/** How a channel is asked whether it knows an account, and how its answer is read. */
export interface Probe {
  /** Throws `BadSecret` where the secret can't sign. */
  question(credentials: Credentials, now: Date): Question;
  assess(status: number, text: string): Verdict;
}

/** The secret is not what the channel's signature needs. */
export class BadSecret extends Error {
  readonly text: Label;
  constructor(text: Label) {
    super(text.en);
    this.text = text;
  }
}

export const connected: Verdict = { ok: true, message: { zh: '连接正常', en: 'Connected' } };

export const unknownAnswer: Verdict = {
  ok: false,
  message: { zh: '渠道的回应无法识别', en: 'The channel answered something unknown' },
};

/** The channel knows who asks and says no, or does not believe the signature; what it says is not trusted with markup. */
export function refusedBy(code: string, said: string): Verdict {
  const words = `${clean(code)} ${clean(said)}`.trim();
  return { ok: false, message: { zh: `渠道拒绝：${words}`, en: `The channel refused: ${words}` } };
}

/** The signature was not accepted: the secret is not the one that the channel has the other half of. */
export function wrongSecret(code: string): Verdict {
  return {
    ok: false,
    message: {
      zh: `密钥不正确：渠道验签失败（${clean(code)}）`,
      en: `Wrong secret: the channel did not accept the signature (${clean(code)})`,
    },
  };
}

/** The value behind a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function clean(said: string): string {
  return said.replace(/[^\p{L}\p{N} .,:;_，。：；-]/gu, '').slice(0, 100);
}

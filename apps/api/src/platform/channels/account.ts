import type { Label } from '@xyxlx/contracts/endpoint';

/** What a binding says of itself at its channel, with its secret in clear for as long as one call takes. */
export interface ChannelAccount {
  address: string;
  appId: string;
  externalId: string;
  secret: string;
}

/** One call to a channel. */
export interface ChannelCall {
  url: URL;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

/** The secret is not what the channel's signature needs. */
export class BadSecret extends Error {
  readonly text: Label;
  constructor(text: Label) {
    super(text.en);
    this.text = text;
  }
}

/** The value behind a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a channel said, without markup, as far as it is shown to somebody. */
export function shownText(said: string): string {
  return said.replace(/[^\p{L}\p{N}_ .,:;，。：；-]/gu, '').slice(0, 100);
}

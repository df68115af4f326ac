import type { Label } from '@xyxlx/contracts/endpoint';

/** An e-mail on its way; sent twice, it has the same id. */
export interface OutgoingMail {
  id: string;
  recipient: string;
  title: string;
  text: string;
}

/** The outside world that delivers e-mails; one adapter a provider. Throws `MailRefused` for what it will never take, anything else for what may be tried again. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
}

declare module '../../core/deps.ts' {
  interface Deps {
    mailer: Mailer;
  }
}

/** The other side says no for good: the address is none, or it takes nothing of this sender. */
export class MailRefused extends Error {
  readonly text: Label;

  constructor(text: Label) {
    super(text.en);
    this.text = text;
  }
}

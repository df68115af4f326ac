/** A verification code on its way to a phone or a mailbox. */
export interface CodeMessage {
  mobile: string;
  scene: string;
  code: string;
  text: string;
}

/** The outside world that delivers messages; one adapter a provider. */
export interface Messenger {
  send(message: CodeMessage): Promise<void>;
}

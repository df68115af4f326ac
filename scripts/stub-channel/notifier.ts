import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureOf } from '../../apps/api/src/platform/security/signed-calls/signature.ts';
import type { Signing } from './bind.ts';

/** What can go wrong on purpose; each but the first is sent once, as it is, so that its answer can be seen. */
export const faults = {
  none: { zh: '正常（重试至成功）', en: 'As it should be, tried until it succeeds' },
  twice: { zh: '同时两次', en: 'Twice at once' },
  signature: { zh: '签名错误', en: 'Wrong signature' },
  late: { zh: '迟到 301 秒', en: '301 seconds late' },
  nonce: { zh: '重放（同一随机数）', en: 'Replayed: the same nonce' },
  body: { zh: '改包（签名后改金额）', en: 'Amount changed after signing' },
  size: { zh: '16,385 字节', en: '16,385 bytes' },
} as const;
export type Fault = keyof typeof faults;

/** Something that the stub tells the service, with what it was answered. */
export interface Notice {
  no: number;
  endpoint: string;
  body: string;
  fault: Fault;
  state: 'sending' | 'done' | 'stopped';
  answers: { at: Date; text: string }[];
}

/** Sends notices; `wait` in ms. */
export function makeNotifier(
  service: string,
  signing: Signing,
  wait: (ms: number) => Promise<unknown> = sleep,
) {
  const notices: Notice[] = [];

  /** Tells the service; returns at once, and the notice grows. */
  function tell(endpoint: string, input: object, fault: Fault): Notice {
    const body = JSON.stringify(input);
    const notice: Notice = { no: notices.length + 1, endpoint, body, fault, state: 'sending', answers: [] };
    notices.unshift(notice);
    void work(notice);
    return notice;
  }

  async function work(notice: Notice): Promise<void> {
    if (notice.fault === 'none') return untilSuccess(notice);
    const call = prepare(notice);
    if (notice.fault === 'twice') await Promise.all([send(notice, call), send(notice, prepare(notice))]);
    else if (notice.fault === 'nonce') {
      await send(notice, call);
      await send(notice, call);
    } else await send(notice, call);
    notice.state = 'done';
  }

  async function untilSuccess(notice: Notice): Promise<void> {
    for (const seconds of delays()) {
      if (await send(notice, prepare(notice))) {
        notice.state = 'done';
        return;
      }
      await wait(seconds * 1000);
      if (notice.state === 'stopped') return;
    }
  }

  function prepare({ endpoint, body: told, fault }: Notice): RequestInit {
    const path = `/xyxlx/${endpoint}`;
    const body = fault === 'size' ? told.padEnd(16 * 1024 + 1, ' ') : told;
    const timestamp = String(Math.floor(Date.now() / 1000) - (fault === 'late' ? 301 : 0));
    const nonce = randomBytes(16).toString('hex');
    const secret = fault === 'signature' ? randomBytes(32).toString('hex') : signing.secret;
    const signature = signatureOf(secret, { timestamp, nonce, path, body: Buffer.from(body) });
    return {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Channel-Id': signing.bindingId,
        'X-Timestamp': timestamp,
        'X-Nonce': nonce,
        'X-Signature': signature,
      },
      body: fault === 'body' ? body.replace(/"amount":(\d+)/, '"amount":1$1') : body,
    };
  }

  /** Whether the service said `success: true`. */
  async function send(notice: Notice, call: RequestInit): Promise<boolean> {
    const text = await fetch(`${service}/xyxlx/${notice.endpoint}`, call)
      .then(async (answer) => `HTTP ${answer.status} ${await answer.text()}`)
      .catch((error: Error) => error.message);
    notice.answers.push({ at: new Date(), text });
    return /^HTTP 200 {"code":\d+,"success":true,/.test(text);
  }

  return { notices, tell };
}

/** How long to wait before a notice is told again, in seconds: 1, 2, 4 … and 60 from then on. */
export function* delays(): Generator<number, never> {
  for (let seconds = 1; ; seconds = Math.min(2 * seconds, 60)) yield seconds;
}

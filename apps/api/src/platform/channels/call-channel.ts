import type { Label } from '@xyxlx/contracts/endpoint';
import type { ChannelCall } from './account.ts';

/** How long a channel may take to answer, in ms, and how much it may say. */
const timeoutMs = 5000;
const maxAnswer = 64 * 1024;

/** What a channel answered; a status of its own fault (5xx), or one that leads elsewhere, is an answer too. */
export interface ChannelAnswer {
  status: number;
  text: string;
}

/** Calls a channel and reads what it answers; throws where it doesn't within 5 s. */
export async function callChannel({ url, ...call }: ChannelCall): Promise<ChannelAnswer> {
  // A redirect could lead anywhere, past the list of hosts.
  const answer = await fetch(url, { ...call, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  let text = '';
  if (!answer.body) return { status: answer.status, text };
  const decoder = new TextDecoder();
  for await (const chunk of answer.body) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxAnswer) break;
  }
  return { status: answer.status, text };
}

/** Whether the channel itself answered, and not a fault of it or a redirect. */
export function isAnswer({ status }: ChannelAnswer): boolean {
  return status < 500 && (status < 300 || status >= 400);
}

/** Why there was no answer, in words. */
export function unreachable({ name }: Error): Label {
  return name === 'TimeoutError'
    ? { zh: '渠道 5 秒内没有回应', en: 'The channel did not answer within 5 seconds' }
    : { zh: '渠道无法连接', en: 'The channel cannot be reached' };
}

export function faultOf({ status }: ChannelAnswer): Label {
  return { zh: `渠道返回 HTTP ${status}`, en: `The channel answered HTTP ${status}` };
}

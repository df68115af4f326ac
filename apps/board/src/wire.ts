import type { AppContract } from '@xyxlx/contracts/contract';
import type { Envelope } from '@xyxlx/contracts/envelope';
import type { z } from 'zod';
import type { HostSession } from './host.ts';

type Input<A extends keyof AppContract, E extends keyof AppContract[A]> = AppContract[A][E] extends {
  input: infer I extends z.ZodType;
}
  ? z.input<I>
  : never;
type Output<A extends keyof AppContract, E extends keyof AppContract[A]> = AppContract[A][E] extends {
  output: infer O extends z.ZodType;
}
  ? z.output<O>
  : never;

/** The access token expired: the host has a new one soon. */
export class Expired extends Error {}

/** Calls an endpoint with the host's token; throws `Expired` on 402, otherwise an error with the server's words. */
export async function call<A extends keyof AppContract & string, E extends keyof AppContract[A] & string>(
  session: HostSession,
  area: A,
  action: E,
  input: Input<A, E>,
  signal: AbortSignal,
): Promise<Output<A, E>> {
  const response = await fetch(`/xyxlx/${area}/${action}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: session.token,
      Resourcestype: 'PC',
      'Accept-Language': session.language,
    },
    body: JSON.stringify(input),
    signal,
  });
  const answer: Envelope<Output<A, E>> = await response.json();
  if (answer.code === 402) throw new Expired();
  if (!answer.success) throw new Error(answer.msg);
  return answer.result as Output<A, E>;
}

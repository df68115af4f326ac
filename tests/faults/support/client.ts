import { setTimeout as wait } from 'node:timers/promises';

/** What came of a call: the wire's code, or 0 where no answer came. */
export interface Outcome {
  code: number;
  msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes back depends on the endpoint, and each test looks at it closely.
  result: any;
  status: number;
  retryAfter: string | null;
}

/** Calls an endpoint once; `key`: its idempotency key. */
export async function call(
  url: string,
  path: string,
  body: object | FormData,
  token: string,
  { key, within = 30_000 }: { key?: string; within?: number } = {},
): Promise<Outcome> {
  const isForm = body instanceof FormData;
  try {
    const answer = await fetch(`${url}/xyxlx/${path}`, {
      method: 'POST',
      headers: {
        Authorization: token,
        ...(isForm ? {} : { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(within),
    });
    const { code, msg, result } = (await answer.json()) as Outcome;
    return { code, msg, result, status: answer.status, retryAfter: answer.headers.get('retry-after') };
  } catch (error) {
    return { code: 0, msg: String(error), result: null, status: 0, retryAfter: null };
  }
}

/** How long a client is patient, and with what. */
export interface Tries {
  /** In ms since 1970. */
  until: number;
  alsoWithoutAnswer?: boolean;
}

/** What an idempotency key answers while the request that had it first is still under way, or its transaction is not yet undone. */
const stillUnderWay = '请求处理中，请稍候';

/** Calls until something other than 503 is answered (or, where a network may fail too, no answer or that the first try is under way), as a patient client does. */
export async function retrying(
  once: () => Promise<Outcome>,
  { until, alsoWithoutAnswer = false }: Tries,
): Promise<Outcome> {
  for (;;) {
    const outcome = await once();
    const lost = outcome.code === 0 || outcome.msg === stillUnderWay;
    const again = outcome.code === 503 || (alsoWithoutAnswer && lost);
    if (!again || Date.now() > until) return outcome;
    await wait(100 + Math.random() * 200);
  }
}

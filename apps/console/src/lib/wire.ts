import type { Envelope, Issue, WireErrorData } from '@xyxlx/contracts/envelope';
import { businessTimeHeader, codes, wirePrefix } from '@xyxlx/contracts/wire';
import { followBusinessClock } from './business-clock.ts';
import { currentLanguage } from './i18n.ts';

/** What came back from one exchange, before anyone decided whether it is a failure. */
export interface Reply {
  code: number;
  envelope: Envelope;
  httpStatus: number;
  requestId: string | null;
  retryAfterSeconds: number | null;
}

/** A call that the wire answered with anything but success, or that got no answer (code 0). */
export class WireError extends Error {
  readonly data: { wire: WireErrorData };

  constructor(message: string, wire: WireErrorData, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WireError';
    this.data = { wire };
  }
}

let lastId: string | null = null;

/** The id of the newest answer, to name in a report of what went wrong after it. */
export function lastRequestId(): string | null {
  return lastId;
}

/** The address of an endpoint, `/xyxlx/<area>/<action>`. */
export function endpointUrl(area: string, action: string): string {
  return `${wirePrefix}/${area}/${action}`;
}

/** The headers of the seed: token and resource type, neither for an address that contains `login`. */
export function wireHeaders(url: string, token: string | null): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': currentLanguage() };
  if (url.includes('login')) return headers;
  headers.Resourcestype = 'PC';
  if (token) headers.Authorization = token;
  return headers;
}

/** Sends one request and reads its envelope; throws a `WireError` with code 0 when no answer came. */
export async function exchange(url: string, token: string | null, init: RequestInit): Promise<Reply> {
  return readReply(await send(url, token, init));
}

/** Sends one request with the wire's headers; throws a `WireError` with code 0 when no answer came. */
export async function send(url: string, token: string | null, init: RequestInit): Promise<Response> {
  try {
    // Looked up at call time, so that tests and tracing can replace it.
    return await globalThis.fetch(url, {
      method: 'POST',
      ...init,
      headers: { ...wireHeaders(url, token), ...init.headers },
    });
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw noAnswer(cause);
  }
}

/** Reads the envelope of a response; an answer without one becomes a failure with the HTTP status as its code. */
export async function readReply(response: Response): Promise<Reply> {
  return toReply(await response.text(), response.status, (name) => response.headers.get(name));
}

/** Builds a reply from the parts of an answer, whoever transported it. */
export function toReply(text: string, httpStatus: number, header: (name: string) => string | null): Reply {
  // A proxy in front may answer 200 with a page of its own: that is no success on this wire.
  const code = httpStatus >= 400 ? httpStatus : codes.fault;
  const envelope = parseEnvelope(text) ?? { code, success: false, msg: '', result: null };
  const retryAfter = Number(header('Retry-After') ?? Number.NaN);
  lastId = header('X-Request-Id') ?? lastId;
  followBusinessClock(header(businessTimeHeader));
  return {
    code: envelope.code,
    envelope,
    httpStatus,
    requestId: header('X-Request-Id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  };
}

/** The `result` of a successful reply; throws a `WireError` for every other one. */
export function resultOf(reply: Reply): unknown {
  if (reply.envelope.success && reply.code === codes.ok) return reply.envelope.result;
  throw new WireError(reply.envelope.msg, {
    code: reply.code,
    httpStatus: reply.httpStatus,
    requestId: reply.requestId,
    issues: issuesOf(reply.envelope.result),
    result: reply.envelope.result,
    retryAfterSeconds: reply.retryAfterSeconds,
  });
}

/** The failure of a call that never got an answer. */
export function noAnswer(cause?: unknown, text = ''): WireError {
  return new WireError(
    text,
    { code: 0, httpStatus: 0, requestId: null, issues: [], retryAfterSeconds: null },
    { cause },
  );
}

/** Whether a call ended because its caller gave it up. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function parseEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    return isEnvelope(value) ? value : null;
  } catch {
    return null;
  }
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'success' in value
  );
}

function issuesOf(result: unknown): Issue[] {
  if (typeof result !== 'object' || result === null || !('issues' in result)) return [];
  return Array.isArray(result.issues) ? (result.issues as Issue[]) : [];
}

import type { AppContract } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import type { Envelope } from '@xyxlx/contracts/envelope';
import { codes, wirePrefix } from '@xyxlx/contracts/wire';
import type { z } from 'zod';

/** A call that the service refused, or could not answer. */
export class CallFailed extends Error {
  readonly code: number;
  readonly httpStatus: number;
  readonly result: unknown;
  readonly requestId: string | null;

  constructor(path: string, httpStatus: number, { code, msg, result }: Envelope, requestId: string | null) {
    super(`${path}: ${code} ${msg}`);
    this.code = code;
    this.httpStatus = httpStatus;
    this.result = result;
    this.requestId = requestId;
  }
}

export interface CallOptions {
  /** The same key and input replays the first answer. */
  idempotencyKey?: string;
  language?: 'zh' | 'en';
  /** `false`: a token that has expired is an error (402) instead of being refreshed. */
  refresh?: boolean;
}

/** A file to upload. */
export interface UploadFile {
  name: string;
  content: string | Uint8Array<ArrayBuffer>;
}

/** A file that was downloaded. */
export interface Download {
  fileName: string;
  mediaType: string;
  content: Buffer;
}

type Input<I extends z.ZodType> = z.input<I>;
type Args<I extends z.ZodType, More extends unknown[]> =
  Record<string, never> extends Input<I>
    ? [input?: Input<I>, ...more: More]
    : [input: Input<I>, ...more: More];

type Caller<E> =
  E extends Endpoint<infer K, infer I, infer O>
    ? K extends 'download'
      ? (...args: Args<I, [options?: CallOptions]>) => Promise<Download>
      : K extends 'upload'
        ? (input: Input<I>, file: UploadFile, options?: CallOptions) => Promise<z.output<O>>
        : (...args: Args<I, [options?: CallOptions]>) => Promise<z.output<O>>
    : never;

type Calls = {
  [Area in keyof AppContract]: { [Action in keyof AppContract[Area]]: Caller<AppContract[Area][Action]> };
};

/** Every endpoint as a function, typed by the contract: `client.merchant.getMerchant({id})`; throws `CallFailed`. */
export type Client = Calls & {
  /** The token that the next call sends. */
  token: string | undefined;
};

/** Makes a client; without a token it can make public calls only. */
export function makeClient(url: string, token?: string): Client {
  const state: { token: string | undefined } = { token };

  async function send(path: string, body: string | FormData, options: CallOptions): Promise<Response> {
    const headers: Record<string, string> = { 'Accept-Language': options.language ?? 'zh' };
    if (typeof body === 'string') headers['Content-Type'] = 'application/json';
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
    if (!path.includes('login')) {
      headers.Resourcestype = 'PC';
      if (state.token) headers.Authorization = state.token;
    }
    return fetch(`${url}${wirePrefix}/${path}`, { method: 'POST', headers, body });
  }

  async function call(
    path: string,
    makeBody: () => string | FormData,
    options: CallOptions,
  ): Promise<unknown> {
    const answer = await send(path, makeBody(), options);
    const fileName = answer.headers.get('content-disposition')?.match(/filename\*=UTF-8''(.*)$/)?.[1];
    if (fileName !== undefined) {
      return {
        fileName: decodeURIComponent(fileName),
        mediaType: answer.headers.get('content-type') ?? '',
        content: Buffer.from(await answer.arrayBuffer()),
      } satisfies Download;
    }
    const envelope = (await answer.json()) as Envelope;
    if (envelope.success) return envelope.result;
    if (envelope.code === codes.expired && options.refresh !== false) {
      const { token: next } = (await call('userAccount/refreshToken', () => '{}', { refresh: false })) as {
        token: string;
      };
      state.token = next;
      return call(path, makeBody, { ...options, refresh: false });
    }
    throw new CallFailed(path, answer.status, envelope, answer.headers.get('x-request-id'));
  }

  const area = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, action: string) =>
          (input: object = {}, second?: UploadFile | CallOptions, third?: CallOptions) => {
            const path = `${name}/${action}`;
            if (second && 'content' in second) return call(path, () => formOf(input, second), third ?? {});
            return call(path, () => JSON.stringify(input), second ?? {});
          },
      },
    );
  return new Proxy(state, {
    // Not a promise: awaiting a client gives the client.
    get: (target, name) =>
      name === 'token' ? target.token : name === 'then' ? undefined : area(String(name)),
  }) as Client;
}

function formOf(fields: object, { name, content }: UploadFile): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    form.set(field, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.set('file', new Blob([content]), name);
  return form;
}

import type { Label } from '@xyxlx/contracts/endpoint';
import type { Issue } from '@xyxlx/contracts/envelope';
import { fieldAt } from '@xyxlx/contracts/field-words';
import { codes } from '@xyxlx/contracts/wire';

/** A failure the wire has an answer for; everything else is a bug and answered as a server fault. */
export class WireFailure extends Error {
  readonly httpStatus: number;
  readonly code: number;
  readonly text: Label;
  readonly result: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    httpStatus: number,
    code: number,
    text: Label,
    more: { result?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(text.en);
    this.httpStatus = httpStatus;
    this.code = code;
    this.text = text;
    this.result = more.result ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  /** What the answer carries besides its words. */
  resultIn(_language: keyof Label): unknown {
    return this.result;
  }
}

/** A business rule says no (406); the text tells the operator what to do. */
export class Refusal extends WireFailure {
  constructor(text: Label, result?: unknown) {
    super(200, codes.refused, text, { result });
  }
}

/** A business rule says no to one field of the input (406), at which a form shows it; `path` is as in `Problem`. */
export class FieldRefusal extends Refusal {
  readonly #path: string;

  constructor(path: string, text: Label) {
    super(text);
    this.#path = path;
  }

  override resultIn(language: keyof Label): { issues: Issue[] } {
    return { issues: [{ path: this.#path, message: this.text[language] }] };
  }
}

/** Nothing about the record that was asked for may be told to the caller. */
export class RecordMissing extends Refusal {}

/** The screen shows the failure itself (200 with `success: false`): changing a password. */
export class ShownFailure extends WireFailure {
  constructor(text: Label) {
    super(200, codes.ok, text);
  }
}

/** The session is over (403): sign in again. */
export class SignInAgain extends WireFailure {
  constructor(
    text: Label = { zh: '登录已失效，请重新登录', en: 'Your session has ended, please sign in again' },
  ) {
    super(200, codes.signInAgain, text);
  }
}

/** The access token expired, the session can be refreshed (402). */
export class TokenExpired extends WireFailure {
  constructor() {
    super(200, codes.expired, { zh: '登录已过期', en: 'Your sign-in has expired' });
  }
}

/** No such address (404). */
export class NotFound extends WireFailure {
  constructor() {
    super(404, codes.notFound, { zh: '接口不存在', en: 'No such endpoint' });
  }
}

/** A host name that is none of this service's (421). */
export class MisdirectedRequest extends WireFailure {
  constructor() {
    super(421, codes.refused, {
      zh: '此主机名未被允许，请用 127.0.0.1 或 localhost 访问，或将其加入 DEV_TOOLS_HOSTS',
      en: 'This host name is not allowed: use 127.0.0.1 or localhost, or add it to DEV_TOOLS_HOSTS',
    });
  }
}

/** A page of another site asks for what only this one's may (HTTP 403; the session, if any, goes on). */
export class OtherSite extends WireFailure {
  constructor() {
    super(403, codes.refused, {
      zh: '不接受来自其他网站的请求',
      en: 'Requests of another site are not taken',
    });
  }
}

/** The address is right, the method is not (405). */
export class MethodNotAllowed extends WireFailure {
  constructor() {
    super(405, codes.methodNotAllowed, { zh: '请求方法不支持', en: 'Method not allowed' });
  }
}

/** One thing that is wrong with an input. */
export interface Problem {
  path: string;
  message: Label;
}

/** A problem with the name of its field, as a person knows it. */
function wordsOf({ path, message }: Problem): Label {
  if (path === '') return message;
  const field = fieldAt(path);
  return { zh: `${field.zh}：${message.zh}`, en: `${field.en}: ${message.en}` };
}

/** The input does not match the contract (400); `text` where the field's name would not help. */
export class InvalidInput extends WireFailure {
  readonly #problems: readonly Problem[];

  constructor(problems: readonly [Problem, ...Problem[]], text?: Label);
  constructor(problems: readonly [], text: Label);
  constructor(problems: readonly Problem[], text?: Label) {
    super(400, codes.invalid, text ?? wordsOf(problems[0] as Problem));
    this.#problems = problems;
  }

  override resultIn(language: keyof Label): { issues: Issue[] } {
    return { issues: this.#problems.map(({ path, message }) => ({ path, message: message[language] })) };
  }
}

/** Too many calls of a kind (429). */
export class TooMany extends WireFailure {
  constructor(retryAfterSeconds: number) {
    super(
      429,
      codes.tooMany,
      {
        zh: `操作过于频繁，请 ${retryAfterSeconds} 秒后再试`,
        en: `Too many requests, try again in ${retryAfterSeconds} seconds`,
      },
      { retryAfterSeconds },
    );
  }
}

/** A body or file over its limit (413); `limit` in words, such as 2 MiB. */
export class TooLarge extends WireFailure {
  constructor(limit: string) {
    super(413, codes.tooLarge, { zh: `内容过大，上限为 ${limit}`, en: `Too large, the limit is ${limit}` });
  }
}

/** A media type the endpoint does not take (415). */
export class UnsupportedMedia extends WireFailure {
  constructor(accepted: string) {
    super(415, codes.unsupportedMedia, {
      zh: `不支持的内容类型，应为 ${accepted}`,
      en: `Unsupported media type, expected ${accepted}`,
    });
  }
}

/** Overloaded or shutting down (503). */
export class Unavailable extends WireFailure {
  constructor() {
    super(
      503,
      codes.unavailable,
      { zh: '请求失败，请稍后重试', en: 'Request failed, please try again later' },
      { retryAfterSeconds: 1 },
    );
  }
}

/** A record that isn't there, or is another tenant's: the answers are the same to the byte. */
export function recordMissing(): Refusal {
  return new RecordMissing({ zh: '记录不存在', en: 'The record does not exist' });
}

/** Somebody else was first, or the same hand a second time. */
export function alreadyHandled(): Refusal {
  return new Refusal({ zh: '已被处理', en: 'It has been dealt with already' });
}

/** Throws 406 where the caller says which version they saw, and it is another by now. */
export function refuseStale(record: { version: number }, seen: number | undefined): void {
  if (seen !== undefined && record.version !== seen) throw staleVersion();
}

/** Somebody else changed the record since it was read. */
export function staleVersion(): Refusal {
  return new Refusal({
    zh: '记录已被他人修改，请刷新后重试',
    en: 'Somebody else has changed this record, reload and try again',
  });
}

import type { Envelope } from '@xyxlx/contracts/envelope';
import { codes } from '@xyxlx/contracts/wire';
import type { WireFailure } from '../core/errors.ts';
import type { Language } from '../core/language.ts';

/** The answer of a call that went through. */
export function done<T>(result: T): Envelope<T> {
  return { code: codes.ok, success: true, msg: '', result };
}

/** The text of such an answer, around a result that is JSON already. */
export function doneText(result: string): string {
  return `${doneStart}${result}}`;
}

/** Everything of `done` before its result. */
const doneStart = JSON.stringify(done(null)).replace(/null}$/, '');

/** The answer of a known failure. */
export function failed(failure: WireFailure, language: Language): Envelope {
  return {
    code: failure.code,
    success: false,
    msg: failure.text[language],
    result: failure.resultIn(language),
  };
}

/** The answer of a server fault: nothing of its cause, only the id under which the log has it. */
export function fault(httpStatus: number, requestId: string, language: Language): Envelope {
  const words = { zh: '请求失败，请稍后重试', en: 'Request failed, please try again later' };
  return { code: httpStatus, success: false, msg: `${words[language]} (${requestId})`, result: null };
}

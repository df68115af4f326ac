import type { Label } from '@xyxlx/contracts/endpoint';
import { codes } from '@xyxlx/contracts/wire';

/** A code of the wire as the reference explains it. */
interface CodeMeaning {
  code: number;
  httpStatus: number;
  meaning: Label;
  /** What a client does about it. */
  advice: Label;
  example: { msg: string; result: unknown };
}

/** Every code that an answer can carry. */
export const codeMeanings: readonly CodeMeaning[] = [
  {
    code: codes.ok,
    httpStatus: 200,
    meaning: { zh: '成功', en: 'Done' },
    advice: {
      zh: '读取 result；success 为 false 时由界面显示 msg',
      en: 'Read `result`; with `success: false` the screen itself shows `msg`',
    },
    example: { msg: '', result: null },
  },
  {
    code: codes.invalid,
    httpStatus: 400,
    meaning: { zh: '参数不符合契约', en: 'The input does not match the contract' },
    advice: { zh: '按 result.issues 逐项修正', en: 'Mend what `result.issues` names' },
    example: { msg: 'mobile: 无效', result: { issues: [{ path: 'mobile', message: '无效' }] } },
  },
  {
    code: codes.expired,
    httpStatus: 200,
    meaning: {
      zh: '访问令牌已过期，会话可刷新',
      en: 'The access token expired, the session can be refreshed',
    },
    advice: {
      zh: '调用 userAccount/refreshToken 后重放一次',
      en: 'Call userAccount/refreshToken once, then replay',
    },
    example: { msg: '登录已过期', result: null },
  },
  {
    code: codes.signInAgain,
    httpStatus: 200,
    meaning: { zh: '登录已失效', en: 'The session is over' },
    advice: { zh: '清除本地存储并回到登录页', en: 'Clear what is stored and sign in again' },
    example: { msg: '登录已失效，请重新登录', result: null },
  },
  {
    code: codes.notFound,
    httpStatus: 404,
    meaning: { zh: '接口不存在', en: 'No such endpoint' },
    advice: { zh: '核对路径', en: 'Check the path' },
    example: { msg: '接口不存在', result: null },
  },
  {
    code: codes.methodNotAllowed,
    httpStatus: 405,
    meaning: { zh: '请求方法不支持', en: 'Method not allowed' },
    advice: { zh: '见响应头 Allow', en: 'See the header `Allow`' },
    example: { msg: '请求方法不支持', result: null },
  },
  {
    code: codes.refused,
    httpStatus: 200,
    meaning: {
      zh: '业务规则拒绝：无权限、版本过期、记录不存在等',
      en: 'A business rule refuses: permission, stale version, missing record and the like',
    },
    advice: { zh: '显示 msg；没有任何改动', en: 'Show `msg`; nothing has changed' },
    example: { msg: '记录不存在', result: null },
  },
  {
    code: codes.tooLarge,
    httpStatus: 413,
    meaning: { zh: '请求体或文件过大', en: 'Body or file too large' },
    advice: { zh: 'msg 写明上限', en: '`msg` says the limit' },
    example: { msg: '内容过大，上限为 1 MiB', result: null },
  },
  {
    code: codes.unsupportedMedia,
    httpStatus: 415,
    meaning: { zh: '内容类型不支持', en: 'Unsupported media type' },
    advice: { zh: 'msg 写明应有的类型', en: '`msg` names the expected one' },
    example: { msg: '不支持的内容类型，应为 application/json', result: null },
  },
  {
    code: codes.tooMany,
    httpStatus: 429,
    meaning: { zh: '操作过于频繁', en: 'Too many requests' },
    advice: { zh: '按响应头 Retry-After 的秒数等待', en: 'Wait as many seconds as `Retry-After` says' },
    example: { msg: '操作过于频繁，请 60 秒后再试', result: null },
  },
  {
    code: codes.fault,
    httpStatus: 500,
    meaning: { zh: '服务器故障', en: 'Server fault' },
    advice: {
      zh: '可用同一 Idempotency-Key 重试；报障时附上请求号',
      en: 'Retry with the same Idempotency-Key; report the request id',
    },
    example: { msg: '请求失败，请稍后重试 (01980000-0000-7000-8000-000000000001)', result: null },
  },
  {
    code: codes.unavailable,
    httpStatus: 503,
    meaning: { zh: '过载或正在停止', en: 'Overloaded or shutting down' },
    advice: { zh: '按 Retry-After 等待后重试', en: 'Retry after `Retry-After` seconds' },
    example: { msg: '请求失败，请稍后重试 (01980000-0000-7000-8000-000000000001)', result: null },
  },
];

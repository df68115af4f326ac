import type { Label } from '@xyxlx/contracts/endpoint';
import { SignInAgain } from '../../../core/errors.ts';
import type { SessionState } from '../../../core/session.ts';

/** Why a session was ended before its time; kept at its row. */
export type RevokeReason =
  | 'logout'
  | 'tenant'
  | 'password'
  | 'mobile'
  | 'disabled'
  | 'forced'
  | 'reuse'
  | 'developer';

const disabled: Label = {
  zh: '账号已停用，或所属租户已停用、到期，请联系管理员',
  en: 'Your account is disabled, or your tenant is suspended or expired; please ask your administrator',
};

const words: Partial<Record<string, Label>> = {
  logout: {
    zh: '您已在别处退出登录，请重新登录',
    en: 'You signed out elsewhere, please sign in again',
  },
  tenant: {
    zh: '您已在别处切换租户，请重新登录',
    en: 'You changed to another tenant elsewhere, please sign in again',
  },
  password: {
    zh: '密码已修改，请用新密码重新登录',
    en: 'Your password was changed, please sign in with the new one',
  },
  mobile: {
    zh: '手机号已修改，请用新手机号重新登录',
    en: 'Your mobile number was changed, please sign in with the new one',
  },
  disabled,
  forced: {
    zh: '此设备已被强制下线，请重新登录',
    en: 'This device was signed out by force, please sign in again',
  },
  reuse: {
    zh: '登录凭证被重复使用，为保护账号已退出，请重新登录',
    en: 'Your sign-in was used twice, so it was ended to protect your account; please sign in again',
  },
} satisfies Partial<Record<RevokeReason, Label>>;

const tooOld: Label = {
  zh: '登录已达最长时间，请重新登录',
  en: 'You have been signed in for as long as allowed, please sign in again',
};

const idle: Label = {
  zh: '长时间未操作，登录已失效，请重新登录',
  en: 'You were away for too long, please sign in again',
};

/** The failure (403) of a session that is over at `now`, with the reason in words. */
export function sessionOver(
  session: Pick<SessionState, 'revokedAt' | 'revokedReason' | 'admitted' | 'absoluteExpiresAt'>,
  now: Date,
): SignInAgain {
  if (session.revokedReason !== null) return new SignInAgain(words[session.revokedReason]);
  if (session.revokedAt !== null) return new SignInAgain();
  if (!session.admitted) return new SignInAgain(disabled);
  return new SignInAgain(now >= session.absoluteExpiresAt ? tooOld : idle);
}

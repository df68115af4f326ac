import { randomInt } from 'node:crypto';
import type { Label } from '@xyxlx/contracts/endpoint';
import { passwordLength } from '@xyxlx/contracts/user-account';
import { dictionary } from '@zxcvbn-ts/language-common';

const { min, max } = passwordLength;
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= min));

/** The rules in words, in the order in which they are checked. */
export const passwordRules = {
  length: { zh: `密码长度为 ${min} 至 ${max} 个字符`, en: `A password has ${min} to ${max} characters` },
  common: {
    zh: '不能使用常见密码或单一字符的重复',
    en: 'It is not a common password, nor one character repeated',
  },
  account: { zh: '不能包含手机号或邮箱', en: 'It does not contain the mobile or the e-mail address' },
  old: { zh: '不能与当前密码相同', en: 'It is not the current password' },
} satisfies Record<string, Label>;

/** The first rule a new password breaks, or null; whether it is the old one only the stored hash knows. */
export function brokenRule(password: string, mobile: string): Label | null {
  const length = [...password].length;
  if (length < min || length > max) return passwordRules.length;
  const plain = password.toLowerCase();
  if (common.has(plain) || new Set(plain).size === 1) return passwordRules.common;
  const account = mobile.toLowerCase().split('@', 1)[0] as string;
  return account.length >= 4 && plain.includes(account) ? passwordRules.account : null;
}

/** How long an initial password opens the account, and how long somebody may take to accept an invitation; in milliseconds. */
export const initialLife = 7 * 24 * 60 * 60_000;

/** No letters or digits that are mistaken for each other when somebody reads it out. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password for an account that somebody else made or reset: 71 bits, to be changed by its owner. */
export function initialPassword(): string {
  return Array.from({ length: 12 }, () => letters.charAt(randomInt(letters.length))).join('');
}

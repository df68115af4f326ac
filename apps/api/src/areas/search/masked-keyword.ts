import { maskMobile } from '../../platform/mask.ts';

/** What was searched for, as the log may keep it: no whole mobile or account number. */
export function maskedKeyword(keyword: string): string {
  if (/^1[3-9]\d{9}$/.test(keyword)) return maskMobile(keyword);
  return keyword.replace(/\d{12,}/g, (digits) => `${digits.slice(0, 4)}****${digits.slice(-4)}`);
}

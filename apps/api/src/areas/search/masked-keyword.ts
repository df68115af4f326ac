import { maskMobile } from '../../platform/mask.ts';

/** What was searched for, as the log may keep it: no whole mobile number, e-mail or account number, whatever stands around it. */
export function maskedKeyword(keyword: string): string {
  return keyword.replace(/[^\s@]+@[^\s@]+/g, maskMobile).replace(/\d{11,}/g, maskMobile);
}

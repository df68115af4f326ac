import { fits, mobileForm } from '@xyxlx/contracts/text-forms';

/** What is wrong with a typed mobile number or e-mail address: the key of its words; undefined when it may be sent. */
export function mobileProblem(mobile: string): 'login.mobile.required' | 'mobile.wrong' | undefined {
  if (mobile.trim() === '') return 'login.mobile.required';
  return fits(mobile.trim(), mobileForm) ? undefined : 'mobile.wrong';
}

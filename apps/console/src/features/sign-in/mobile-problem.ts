import { mobile as mobileSchema } from '@xyxlx/contracts/fields';

/** What is wrong with a typed mobile number or e-mail address: the key of its words; undefined when it may be sent. */
export function mobileProblem(mobile: string): 'login.mobile.required' | 'mobile.wrong' | undefined {
  if (mobile.trim() === '') return 'login.mobile.required';
  return mobileSchema.safeParse(mobile.trim()).success ? undefined : 'mobile.wrong';
}

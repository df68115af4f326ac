/** The forms of texts that a page checks before it loads a schema: zod is a sixth of what the login page would weigh. */
interface TextForm {
  pattern: RegExp;
  /** In UTF-16 code units, as an input field counts them. */
  maxLength: number;
}

/** What somebody signs in with: a mobile number of mainland China or an e-mail address. */
export const mobileForm: TextForm = {
  pattern: /^(1[3-9]\d{9}|[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,60}\.[^\s@\p{Cc}]{2,20})$/u,
  maxLength: 120,
};
/** A verification code. */
export const codeForm: TextForm = { pattern: /^\d{6}$/, maxLength: 6 };
/** What a search box sends. */
export const keywordForm: TextForm = { pattern: /^[^\p{Cc}]+$/u, maxLength: 100 };
/** A password as typed. */
export const passwordMaxLength = 128;

/** Whether a text has the form. */
export function fits(text: string, { pattern, maxLength }: TextForm): boolean {
  return text.length <= maxLength && pattern.test(text);
}

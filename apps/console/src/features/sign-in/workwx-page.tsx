import { SignOnPage } from './sign-on-page.tsx';

/** Sign-on through 企业微信 (WeCom). */
export function Component() {
  return <SignOnPage provider="workwx" />;
}

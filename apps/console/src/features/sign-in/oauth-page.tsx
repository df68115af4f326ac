import { SignOnPage } from './sign-on-page.tsx';

/** Sign-on through OAuth. */
export function Component() {
  return <SignOnPage provider="oauth" />;
}

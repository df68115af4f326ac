import type { SignOnProvider } from '@xyxlx/contracts/sign-on';

/** The person that an identity provider has identified. */
export interface Identity {
  /** Stable and unique at the provider. */
  externalId: string;
  displayName: string;
}

/** Somebody else who knows our users; one adapter a kind. */
export interface IdentityProvider {
  /** Where the browser goes to be asked who it is; it comes back with a code and the state. */
  authorizeUrl(start: { state: string; codeChallenge: string }): string;
  /** Who the code stands for, or null when the provider refuses it; throws when the provider does not answer properly. */
  identify(answer: { code: string; codeVerifier: string }): Promise<Identity | null>;
}

/** The providers that are set up. */
export type IdentityProviders = Partial<Record<SignOnProvider, IdentityProvider>>;

declare module '../../../core/deps.ts' {
  interface Deps {
    identityProviders: IdentityProviders;
  }
}
/** The screens that a sign-on comes back to. */
export const callbackPaths: Record<SignOnProvider, string> = { oauth: '/oauth', workwx: '/workwxsso' };

/** How long a provider may take to answer, in milliseconds. */
export const answerWithin = 5000;

import type { SignOnProvider } from '@xyxlx/contracts/sign-on';
import type { Clock } from '../../../core/clock.ts';
import type { Settings } from '../../settings/settings.ts';
import { callbackPaths, type IdentityProviders } from './identity-provider.ts';
import { oauthProvider } from './oauth.ts';
import { stubProvider } from './stub.ts';
import { workwxProvider } from './workwx.ts';

/** The identity providers that the settings ask for. */
export function makeIdentityProviders({ signOn, jwtSecrets }: Settings, clock: Clock): IdentityProviders {
  const { oauth, workwx, publicUrl } = signOn;
  const redirectUri = (provider: SignOnProvider) => new URL(callbackPaths[provider], publicUrl).href;
  const stub = (provider: SignOnProvider) => stubProvider(provider, jwtSecrets[0], clock);
  return {
    ...(oauth && { oauth: oauth === 'stub' ? stub('oauth') : oauthProvider(oauth, redirectUri('oauth')) }),
    ...(workwx && {
      workwx: workwx === 'stub' ? stub('workwx') : workwxProvider(workwx, redirectUri('workwx'), clock),
    }),
  };
}

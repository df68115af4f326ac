import { z } from 'zod';
import type { OauthSettings } from '../../settings/sign-on-settings.ts';
import { answerWithin, type IdentityProvider } from './identity-provider.ts';

const tokenAnswer = z.object({ access_token: z.string().min(1) });
const userinfoAnswer = z.object({
  sub: z.union([z.string().min(1), z.number()]),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
});

/** An OAuth 2.0 server with a userinfo endpoint (OpenID Connect or like it): authorization code with PKCE, client secret in the body. */
export function oauthProvider(settings: OauthSettings, redirectUri: string): IdentityProvider {
  async function exchange(code: string, codeVerifier: string): Promise<string | null> {
    const response = await fetch(settings.tokenUrl, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        code_verifier: codeVerifier,
      }),
      signal: AbortSignal.timeout(answerWithin),
    });
    // RFC 6749 5.2: 400 with invalid_grant is a code that is wrong, late or used.
    if (response.status === 400) return null;
    if (!response.ok) throw new Error(`The OAuth token endpoint answered ${response.status}`);
    return tokenAnswer.parse(await response.json()).access_token;
  }

  return {
    authorizeUrl: ({ state, codeChallenge }) => {
      const url = new URL(settings.authorizeUrl);
      const parameters = {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: settings.scope,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    identify: async ({ code, codeVerifier }) => {
      const accessToken = await exchange(code, codeVerifier);
      if (accessToken === null) return null;
      const response = await fetch(settings.userinfoUrl, {
        headers: { Accept: 'application/json', Authorization: `Bearer ${accessToken}` },
        signal: AbortSignal.timeout(answerWithin),
      });
      if (!response.ok) throw new Error(`The OAuth userinfo endpoint answered ${response.status}`);
      const { sub, name, preferred_username: username } = userinfoAnswer.parse(await response.json());
      return { externalId: String(sub), displayName: name ?? username ?? String(sub) };
    },
  };
}

import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import type { WorkwxSettings } from '../../settings/sign-on-settings.ts';
import { answerWithin, type IdentityProvider } from './identity-provider.ts';

const tokenAnswer = z.object({
  errcode: z.number(),
  access_token: z.string().optional(),
  expires_in: z.number().optional(),
});
const userinfoAnswer = z.object({ errcode: z.number(), userid: z.string().optional() });

/** Codes of the API: the access token is no longer good; the code is wrong, late or used. */
const tokenGone = new Set([40001, 40014, 42001]);
const codeWrong = new Set([40029, 42003, 50001]);

/** 企业微信 (WeCom): sign-on with a self-built application. It has no PKCE; code and state are single use. */
export function workwxProvider(
  settings: WorkwxSettings,
  redirectUri: string,
  clock: Clock,
): IdentityProvider {
  let kept: { token: string; until: number } | null = null;

  async function get(path: string, parameters: Record<string, string>): Promise<unknown> {
    const url = `${settings.apiUrl}${path}?${new URLSearchParams(parameters)}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(answerWithin) });
    if (!response.ok) throw new Error(`The WeCom API answered ${response.status} to ${path}`);
    return response.json();
  }

  /** The application's own token; the API limits how often one may ask, so it is kept until a minute before its end. */
  async function accessToken(): Promise<string> {
    const now = clock.now().getTime();
    if (kept && now < kept.until) return kept.token;
    const answer = tokenAnswer.parse(
      await get('/cgi-bin/gettoken', { corpid: settings.corpId, corpsecret: settings.secret }),
    );
    if (answer.errcode !== 0 || !answer.access_token)
      throw new Error(`WeCom gettoken failed with ${answer.errcode}`);
    kept = { token: answer.access_token, until: now + ((answer.expires_in ?? 7200) - 60) * 1000 };
    return kept.token;
  }

  async function userinfo(code: string): Promise<z.infer<typeof userinfoAnswer>> {
    const token = await accessToken();
    return userinfoAnswer.parse(await get('/cgi-bin/auth/getuserinfo', { access_token: token, code }));
  }

  return {
    authorizeUrl: ({ state }) => {
      const url = new URL(settings.authorizeUrl);
      const parameters = {
        login_type: 'CorpApp',
        appid: settings.corpId,
        agentid: settings.agentId,
        redirect_uri: redirectUri,
        state,
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    identify: async ({ code }) => {
      let answer = await userinfo(code);
      if (tokenGone.has(answer.errcode)) {
        kept = null;
        answer = await userinfo(code);
      }
      if (codeWrong.has(answer.errcode)) return null;
      if (answer.errcode !== 0) throw new Error(`WeCom getuserinfo failed with ${answer.errcode}`);
      // Without a userid it is somebody from outside the company.
      return answer.userid ? { externalId: answer.userid, displayName: answer.userid } : null;
    },
  };
}

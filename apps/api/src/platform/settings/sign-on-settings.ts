import { z } from 'zod';
import { SettingsError } from './settings-error.ts';

/** The settings of signing on through somebody else. */
export const signOnEnvironment = {
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  OAUTH_PROVIDER: z.enum(['off', 'stub', 'oauth']).optional(),
  OAUTH_AUTHORIZE_URL: z.url().optional(),
  OAUTH_TOKEN_URL: z.url().optional(),
  OAUTH_USERINFO_URL: z.url().optional(),
  OAUTH_CLIENT_ID: z.string().optional(),
  OAUTH_CLIENT_SECRET: z.string().optional(),
  OAUTH_SCOPE: z.string().default('openid profile'),
  WORKWX_PROVIDER: z.enum(['off', 'stub', 'workwx']).optional(),
  WORKWX_AUTHORIZE_URL: z.url().default('https://login.work.weixin.qq.com/wwlogin/sso/login'),
  WORKWX_API_URL: z.url().default('https://qyapi.weixin.qq.com'),
  WORKWX_CORP_ID: z.string().optional(),
  WORKWX_AGENT_ID: z.string().optional(),
  WORKWX_SECRET: z.string().optional(),
};

const shape = z.object(signOnEnvironment);
type Environment = z.infer<typeof shape>;

export interface OauthSettings {
  authorizeUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
}

export interface WorkwxSettings {
  authorizeUrl: string;
  apiUrl: string;
  corpId: string;
  agentId: string;
  secret: string;
}

/** Which providers sign on, each the real one, the stub for local use, or none. */
export interface SignOnSettings {
  /** Where browsers find the console; providers send them back there. */
  publicUrl: string;
  oauth: OauthSettings | 'stub' | null;
  workwx: WorkwxSettings | 'stub' | null;
}

/** The sign-on settings; without a word the stub where developers work, none elsewhere. Throws `SettingsError`. */
export function signOnSettings(
  env: Environment,
  { production, devTools, localUrl }: { production: boolean; devTools: boolean; localUrl: string },
): SignOnSettings {
  const unsaid = devTools && !production ? 'stub' : 'off';
  const oauth = env.OAUTH_PROVIDER ?? unsaid;
  const workwx = env.WORKWX_PROVIDER ?? unsaid;
  const stub = [oauth === 'stub' && 'OAUTH_PROVIDER', workwx === 'stub' && 'WORKWX_PROVIDER'].find(Boolean);
  if (stub && production)
    throw new SettingsError(`Setting ${stub}: stub is refused when NODE_ENV=production.`);
  if (oauth === 'oauth' || workwx === 'workwx') needed(env, 'PUBLIC_URL');
  return {
    publicUrl: env.PUBLIC_URL ?? localUrl,
    oauth: oauth === 'oauth' ? oauthSettings(env) : oauth === 'stub' ? oauth : null,
    workwx: workwx === 'workwx' ? workwxSettings(env) : workwx === 'stub' ? workwx : null,
  };
}

function oauthSettings(env: Environment): OauthSettings {
  return {
    authorizeUrl: needed(env, 'OAUTH_AUTHORIZE_URL'),
    tokenUrl: needed(env, 'OAUTH_TOKEN_URL'),
    userinfoUrl: needed(env, 'OAUTH_USERINFO_URL'),
    clientId: needed(env, 'OAUTH_CLIENT_ID'),
    clientSecret: needed(env, 'OAUTH_CLIENT_SECRET'),
    scope: env.OAUTH_SCOPE,
  };
}

function workwxSettings(env: Environment): WorkwxSettings {
  return {
    authorizeUrl: env.WORKWX_AUTHORIZE_URL,
    apiUrl: env.WORKWX_API_URL,
    corpId: needed(env, 'WORKWX_CORP_ID'),
    agentId: needed(env, 'WORKWX_AGENT_ID'),
    secret: needed(env, 'WORKWX_SECRET'),
  };
}

function needed(env: Environment, name: keyof Environment): string {
  const value = env[name];
  if (!value) throw new SettingsError(`Setting ${name}: required by the sign-on provider.`);
  return value;
}

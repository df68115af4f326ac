import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, mobile, noInput, nothing, passwordText, version } from './fields.ts';
import { permissions } from './permissions.ts';

const named = z.strictObject({ id, name: z.string() });

/** Who is signed in, or a user as an administrator sees one; `updatePassword: 0` means the initial password was never changed. */
export const user = z.strictObject({
  id,
  name: z.string(),
  mobile: z.string(),
  email: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  updatePassword: z.union([z.literal(0), z.literal(1)]),
  tenant: named,
  company: named.nullable(),
  roles: z.array(z.strictObject({ id, code: z.string(), name: z.string() })),
  permissions: z.array(z.enum(permissions)),
  version,
});
export type User = z.infer<typeof user>;

export const signedIn = z.strictObject({ token: z.string(), user });

/** What a captcha hands over after it was solved; used up by the first call that carries it. */
export const captchaFields = {
  captchaVerifyParam: z.string().min(1).max(8192),
  sceneId: z.string().min(1).max(64),
};

export const userAccount = {
  login: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '登录（旧客户端，无验证码）', en: 'Sign in (old clients, no captcha)' },
    input: z.strictObject({ mobile, password: passwordText }),
    output: signedIn,
  }),
  login_V2: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '登录', en: 'Sign in' },
    input: z.strictObject({ mobile, password: passwordText, ...captchaFields }),
    output: signedIn,
  }),
  refreshToken: endpoint({
    kind: 'mutation',
    access: 'refreshable',
    summary: { zh: '刷新令牌', en: 'Refresh the token' },
    input: noInput,
    output: z.strictObject({ token: z.string() }),
  }),
  logout: endpoint({
    kind: 'mutation',
    access: 'refreshable',
    summary: { zh: '退出登录', en: 'Sign out' },
    input: noInput,
    output: nothing,
  }),
  getUser: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '查询用户；不带 id 时为本人', en: 'One user; without id, oneself' },
    input: z.strictObject({ id: id.optional() }),
    output: user,
  }),
};

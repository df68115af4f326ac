import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { digits, id, mobile, noInput, nothing, passwordText, version } from './fields.ts';
import { permissions } from './permissions.ts';
import { codeForm } from './text-forms.ts';

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

/** How long a password may be; the other rules are the server's (`getPasswordRules`). */
export const passwordLength = { min: 8, max: 128 } as const;

/** A verification code as it was sent. */
export const codeText = digits(codeForm.maxLength);

const passwordChange = { mobile, oldPassword: passwordText, newPassword: passwordText };

/** The part of `/userAccount` that everybody uses: signing in, and one's own account. */
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
  getPasswordRules: endpoint({
    kind: 'query',
    access: 'public',
    summary: { zh: '密码规则', en: 'The rules for passwords' },
    input: noInput,
    /** In words, to be shown before one is broken. */
    output: z.strictObject({ minLength: z.int(), maxLength: z.int(), rules: z.array(z.string()) }),
  }),
  updatePassword: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'user',
    summary: { zh: '修改密码（旧客户端，无验证码）', en: 'Change the password (old clients, no captcha)' },
    input: z.strictObject(passwordChange),
    output: nothing,
  }),
  updatePassword_V2: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'user',
    loggedAs: 'updatePassword',
    summary: { zh: '修改密码', en: 'Change the password' },
    input: z.strictObject({ ...passwordChange, ...captchaFields }),
    output: nothing,
  }),
  resetPassword: endpoint({
    kind: 'mutation',
    access: 'public',
    logs: 'user',
    summary: { zh: '找回密码', en: 'Set a new password with a code' },
    /** The code is of the scene `resetPassword`. */
    input: z.strictObject({ mobile, verificationCode: codeText, newPassword: passwordText }),
    output: nothing,
  }),
  updateMobile: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'user',
    summary: { zh: '更换手机号', en: 'Change the mobile' },
    /** `mobile` is the new one; the code, of the scene `updateMobile`, was sent to it; `password` is the present one, checked where it is given. Other sessions end, and the old mobile is told. */
    input: z.strictObject({ mobile, verificationCode: codeText, password: passwordText.optional() }),
    output: user,
  }),
  uploadAvatarImage: endpoint({
    kind: 'upload',
    access: 'session',
    logs: 'user',
    summary: {
      zh: '上传头像（png、jpeg、webp，至多 2 MiB）',
      en: 'Upload a portrait (png, jpeg, webp; at most 2 MiB)',
    },
    maxFileBytes: 2 * 1024 * 1024,
    input: noInput,
    output: z.strictObject({ avatarUrl: z.string() }),
  }),
  queryTenantChoice: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '可进入的租户', en: 'The tenants one can work in' },
    input: noInput,
    output: z.strictObject({
      list: z.array(
        z.strictObject({
          tenant: named.extend({ code: z.string() }),
          company: named.nullable(),
          roles: z.array(z.strictObject({ code: z.string(), name: z.string() })),
          current: z.boolean(),
          state: z.enum(['USABLE', 'DISABLED', 'SUSPENDED', 'EXPIRED']),
        }),
      ),
    }),
  }),
  chooseTenant: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'user',
    logsDone: false,
    summary: { zh: '进入租户', en: 'Go on in a tenant' },
    /** Opens a session there and ends the one that asks. */
    input: z.strictObject({ tenantId: id }),
    output: signedIn,
  }),
};

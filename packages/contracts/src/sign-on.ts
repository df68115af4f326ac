import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, mobile, noInput, nothing, passwordText } from './fields.ts';
import { codeText, signedIn } from './user-account.ts';

/** `oauth`: the screen `/oauth`; `workwx`: 企业微信, the screen `/workwxsso`. */
export const signOnProviders = ['oauth', 'workwx'] as const;
export type SignOnProvider = (typeof signOnProviders)[number];

/** `result` of the 406 that `authentication` answers to an account that nobody has bound: what the binding page needs. */
export const bindingNeeded = z.strictObject({
  bindTicket: z.string(),
  provider: z.enum(signOnProviders),
  displayName: z.string(),
});
export type BindingNeeded = z.infer<typeof bindingNeeded>;

/** An account of somebody else that signs a user on. */
const signOnBinding = z.strictObject({
  id,
  provider: z.enum(signOnProviders),
  /** What the provider calls it; null where that was not kept. */
  displayName: z.string().nullable(),
  boundAt: instant,
});

/** The part of `/userAccount` that signs on through somebody else. */
export const signOn = {
  querySignOnProvider: endpoint({
    kind: 'query',
    access: 'public',
    summary: { zh: '可用的第三方登录', en: 'The providers one can sign on with' },
    input: noInput,
    output: z.strictObject({ list: z.array(z.enum(signOnProviders)) }),
  }),
  startAuthentication: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '开始第三方登录', en: 'Start a sign-on' },
    input: z.strictObject({ provider: z.enum(signOnProviders) }),
    /** Keep `state` for the tab, go to `authorizeUrl`; refuse to go on when another state comes back. */
    output: z.strictObject({ authorizeUrl: z.string(), state: z.string() }),
  }),
  authentication: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '第三方登录', en: 'Sign on with a code and a state' },
    input: z.strictObject({
      provider: z.enum(signOnProviders),
      code: z.string().min(1).max(2048),
      state: z.string().min(1).max(200),
    }),
    output: signedIn,
  }),
  bindAccount: endpoint({
    kind: 'mutation',
    access: 'public',
    logs: 'user',
    summary: { zh: '绑定第三方账号并登录', en: 'Bind the account of a sign-on and sign in' },
    input: z.strictObject({
      bindTicket: z.string().min(1).max(200),
      mobile,
      /** Of the scene `bindAccount`. */
      verificationCode: codeText,
    }),
    output: signedIn,
  }),
  querySignOnBinding: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '我的第三方登录绑定', en: 'The accounts of others that sign one on' },
    input: noInput,
    output: z.strictObject({ list: z.array(signOnBinding) }),
  }),
  removeSignOnBinding: endpoint({
    kind: 'mutation',
    access: 'session',
    logs: 'user',
    summary: { zh: '解除第三方登录绑定', en: 'Remove an account that signs one on' },
    /** `password` is one's own. */
    input: z.strictObject({ id, password: passwordText }),
    output: nothing,
  }),
};

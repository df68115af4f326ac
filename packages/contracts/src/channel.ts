import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { formats, id, instant, keyword, line, reason, stamps, version } from './fields.ts';
import { pageInput, pageOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** 支付宝, 微信, 企业微信, 钉钉, 银联. */
export const channelWords = {
  ALIPAY: { zh: '支付宝', en: 'Alipay' },
  WECHAT: { zh: '微信支付', en: 'WeChat Pay' },
  WEWORK: { zh: '企业微信', en: 'WeCom' },
  DINGTALK: { zh: '钉钉', en: 'DingTalk' },
  UNIONPAY: { zh: '银联', en: 'UnionPay' },
} as const satisfies WordsOf<string>;
export const channels = valuesOf(channelWords);
/** Those that tell of payments, in calls that they sign. */
export const callingChannels = [
  'ALIPAY',
  'WECHAT',
  'UNIONPAY',
] as const satisfies readonly (typeof channels)[number][];
/** The ways between them stand in `bindingTransitions`. */
export const bindingStateWords = {
  UNBOUND: { zh: '未绑定', en: 'Not bound', tone: 'quiet' },
  AUTHORIZING: { zh: '授权中', en: 'Authorising', tone: 'waiting' },
  BOUND: { zh: '已绑定', en: 'Bound', tone: 'good' },
  INVALID: { zh: '已失效', en: 'Invalid', tone: 'bad' },
  RELEASED: { zh: '已解绑', en: 'Released', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const bindingStates = valuesOf(bindingStateWords);

const bindingRow = z.strictObject({
  id,
  channel: z.enum(channels),
  name: z.string(),
  appId: z.string(),
  externalId: z.string(),
  address: z.string(),
  /** The secret itself is never read out. */
  hasSecret: z.boolean(),
  secretSetAt: instant.nullable(),
  /** What the channel signs its calls with: never read out either. */
  hasCallbackSecret: z.boolean(),
  callbackSecretSetAt: instant.nullable(),
  state: z.enum(bindingStates),
  authorizedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  lastCheck: z.strictObject({ at: instant, ok: z.boolean(), message: z.string() }).nullable(),
  version,
  ...stamps,
});
export type BindingRow = z.infer<typeof bindingRow>;

const code = z
  .string()
  .regex(/^[\w.@:-]{1,100}$/)
  .register(formats, {
    zh: '字母、数字或 . @ : - _，最多 100 位',
    en: 'at most 100 letters, digits or . @ : - _',
    maxLength: 100,
  });
const fields = {
  name: line(50),
  appId: code,
  externalId: code,
  /** Left out: the channel's own address. */
  address: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .optional(),
};
/** Written, never read. */
const secret = z.string().min(8).max(8192);
/** Written, never read; ASCII, so that its characters are its bytes. */
const callbackSecret = z
  .string()
  .regex(/^[!-~]{32,256}$/)
  .register(formats, {
    zh: '32 至 256 个可见的 ASCII 字符',
    en: '32–256 printable ASCII characters',
    maxLength: 256,
  });

export const channel = {
  queryBinding: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'channel.view',
    summary: { zh: '渠道账号列表', en: 'List channel bindings' },
    input: pageInput(['name', 'createdAt', 'updatedAt'], {
      ...tenantFilter,
      keyword: keyword.optional(),
      channel: z.array(z.enum(channels)).min(1).optional(),
      state: z.array(z.enum(bindingStates)).min(1).optional(),
    }),
    output: pageOf(withTenant(bindingRow)),
  }),
  getBinding: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'channel.view',
    summary: { zh: '渠道账号详情', en: 'One channel binding' },
    input: z.strictObject({ id }),
    output: bindingRow,
  }),
  addBinding: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'channel.edit',
    logs: 'channelBinding',
    summary: { zh: '新增渠道账号', en: 'Add a channel binding' },
    input: z.strictObject({
      channel: z.enum(channels),
      ...fields,
      secret,
      callbackSecret: callbackSecret.optional(),
    }),
    output: bindingRow,
  }),
  editBinding: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'channel.edit',
    logs: 'channelBinding',
    summary: { zh: '修改渠道账号（密钥留空则不变）', en: 'Edit a channel binding; secrets left out stay' },
    input: z.strictObject({
      id,
      version,
      ...fields,
      secret: secret.optional(),
      callbackSecret: callbackSecret.optional(),
    }),
    output: bindingRow,
  }),
  testBinding: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'channel.edit',
    logs: 'channelBinding',
    summary: { zh: '测试连接', en: 'Test the connection' },
    input: z.strictObject({ id }),
    output: z.strictObject({ ok: z.boolean(), message: z.string(), elapsedMs: z.int(), binding: bindingRow }),
  }),
  authorizeBinding: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'channel.edit',
    logs: 'channelBinding',
    summary: { zh: '授权与重新授权', en: 'Authorise, also again' },
    input: z.strictObject({ id, version }),
    output: bindingRow,
  }),
  releaseBinding: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'channel.edit',
    logs: 'channelBinding',
    summary: { zh: '解绑', en: 'Release the binding' },
    input: z.strictObject({ id, version, reason }),
    output: bindingRow,
  }),
};

export const bindingTransitions = transitions({
  area: 'channel',
  record: { zh: '渠道账号', en: 'Channel binding' },
  words: bindingStateWords,
  initial: ['UNBOUND'],
  endpoints: channel,
  actions: {
    authorizeBinding: {
      from: ['UNBOUND', 'AUTHORIZING', 'BOUND', 'INVALID'],
      to: ['BOUND', 'INVALID', 'AUTHORIZING'],
      guard: {
        zh: '已填写密钥，且该账号没有其他生效中的绑定',
        en: 'It has its secret, and no other binding of the account is active',
      },
      effect: {
        zh: '向渠道核实，其间为授权中',
        en: 'The channel is asked; until it answers it is being authorised',
      },
    },
    releaseBinding: {
      from: ['UNBOUND', 'AUTHORIZING', 'BOUND', 'INVALID'],
      to: ['RELEASED'],
      effect: { zh: '密钥与回调密钥即被清除', en: 'Its secrets are forgotten' },
    },
  },
  automatic: {
    becomeOther: {
      by: { zh: '账号或密钥被修改', en: 'Its account or secret was edited' },
      from: ['UNBOUND', 'AUTHORIZING', 'BOUND', 'INVALID'],
      to: ['UNBOUND'],
    },
    runOut: { by: { zh: '授权到期', en: 'Its authorisation ran out' }, from: ['BOUND'], to: ['INVALID'] },
  },
});

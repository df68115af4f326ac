import { z } from 'zod';
import { enabledStates, enabledStateWords } from './enabled-state.ts';
import { endpoint } from './endpoint.ts';
import { formats, id, keyword, line, reason, stamps, version } from './fields.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** 支付机构 收单银行 电商平台 福利平台. */
export const platformTypeWords = {
  PAYMENT: { zh: '支付机构', en: 'Payment institution' },
  ACQUIRER: { zh: '收单机构', en: 'Acquirer' },
  MALL: { zh: '电商平台', en: 'Online mall' },
  WELFARE: { zh: '福利平台', en: 'Benefits platform' },
} as const satisfies WordsOf<string>;
export const platformTypes = valuesOf(platformTypeWords);

/** What of a platform only a checker changes. */
export const platformGuarded = { feeBps: { zh: '费率', en: 'Fee' } } as const;

/** The fee on what is consumed at a platform, in hundredths of a percent (bps). */
export const feeBps = z.int().min(0).max(1000);

/** The fee as a person reads it: 38 bps are 0.38%. */
export function feeText(bps: number): string {
  return `${(bps / 100).toFixed(2)}%`;
}

const platformRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  type: z.enum(platformTypes),
  feeBps,
  /** The fee that waits for a checker; null where none does. */
  pendingFeeBps: feeBps.nullable(),
  /** Its merchants that the caller sees. */
  merchantCount: z.int(),
  state: z.enum(enabledStates),
  version,
  ...stamps,
});
export type PlatformRow = z.infer<typeof platformRow>;

export const platformSortFields = ['code', 'name', 'createdAt'] as const;

const code = z
  .string()
  .regex(/^[A-Z0-9_]{2,20}$/)
  .register(formats, {
    zh: '2–20 位大写字母、数字或下划线',
    en: '2–20 capital letters, digits or underscores',
    maxLength: 20,
  });
const fields = { name: line(40), type: z.enum(platformTypes), feeBps };

/** 平台: where merchants trade, and what that costs. */
export const platform = {
  queryPlatform: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'platform.view',
    summary: { zh: '平台列表', en: 'List platforms' },
    input: cursorPageInput(platformSortFields, {
      ...tenantFilter,
      keyword: keyword.optional(),
      type: z.array(z.enum(platformTypes)).min(1).optional(),
      state: z.array(z.enum(enabledStates)).min(1).optional(),
    }),
    output: cursorPageOf(withTenant(platformRow)),
  }),
  getPlatform: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'platform.view',
    summary: { zh: '平台详情', en: 'One platform' },
    input: z.strictObject({ id }),
    output: platformRow,
  }),
  addPlatform: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'platform.edit',
    logs: 'platform',
    summary: {
      zh: '新增平台；费率自 0 起，大于 0 的须他人审核后生效',
      en: 'Add a platform; its fee is 0 until a checker agrees to another',
    },
    input: z.strictObject({ code, ...fields }),
    output: platformRow,
  }),
  editPlatform: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'platform.edit',
    logs: 'platform',
    summary: {
      zh: '修改平台；费率的变更须他人审核后生效',
      en: 'Edit a platform; a change of its fee waits for a checker',
    },
    input: z.strictObject({
      id,
      version,
      ...fields,
      /** Why, for the checker of the fee. */
      reason: reason.optional(),
    }),
    output: platformRow,
  }),
  enablePlatform: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'platform.edit',
    logs: 'platform',
    summary: { zh: '启用平台', en: 'Enable a platform' },
    input: z.strictObject({ id, version }),
    output: platformRow,
  }),
  disablePlatform: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'platform.edit',
    logs: 'platform',
    summary: { zh: '停用平台（须无正常商户）', en: 'Disable a platform without active merchants' },
    input: z.strictObject({ id, version, reason }),
    output: platformRow,
  }),
};

export const platformTransitions = transitions({
  area: 'platform',
  record: { zh: '平台', en: 'Platform' },
  words: enabledStateWords,
  initial: ['ENABLED'],
  endpoints: platform,
  actions: {
    enablePlatform: { from: ['DISABLED'], to: ['ENABLED'] },
    disablePlatform: {
      from: ['ENABLED'],
      to: ['DISABLED'],
      guard: { zh: '没有正常商户', en: 'It has no active merchant' },
    },
  },
  automatic: {},
});

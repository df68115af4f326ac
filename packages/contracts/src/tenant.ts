import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  chosenInstant,
  formats,
  id,
  instant,
  keyword,
  line,
  mobile,
  nothing,
  reason,
  stamps,
  version,
} from './fields.ts';
import { pageInput, pageOf } from './paging.ts';
import { permissionGroups } from './permissions.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

const group = z.enum(permissionGroups);
/** A host name such as `cards.example.com`. */
const domain = z
  .string()
  .max(253)
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/)
  .register(formats, { zh: '正确的域名', en: 'a host name' });
const code = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,30}$/)
  .register(formats, {
    zh: '2 至 31 位小写字母、数字或连字符，以字母开头',
    en: '2 to 31 small letters, digits or hyphens, a letter first',
    maxLength: 31,
  });
const administrator = z.strictObject({ mobile, name: line(50) });

const packageRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  /** The menus: groups of the permission tree. */
  permissionGroups: z.array(group),
  maxAccounts: z.int().nullable(),
  tenantCount: z.int(),
  version,
  ...stamps,
});
export type PackageRow = z.infer<typeof packageRow>;

/** 正常, 停用, 已到期. */
export const tenantStateWords = {
  ACTIVE: { zh: '正常', en: 'Active', tone: 'good' },
  SUSPENDED: { zh: '停用', en: 'Suspended', tone: 'bad' },
  EXPIRED: { zh: '已到期', en: 'Expired', tone: 'waiting' },
} as const satisfies WordsOf<string>;
export const tenantStates = valuesOf(tenantStateWords);

const tenantRow = z.strictObject({
  id,
  code: z.string(),
  /** What the numbers of its merchants begin with, after their M. */
  merchantCode: z.int(),
  name: z.string(),
  state: z.enum(tenantStates),
  expiresAt: instant.nullable(),
  package: z.strictObject({ id, name: z.string(), maxAccounts: z.int().nullable() }).nullable(),
  /** Active members. */
  accountCount: z.int(),
  domains: z.array(z.string()),
  version,
  ...stamps,
});
export type TenantRow = z.infer<typeof tenantRow>;

const tenantDetail = tenantRow.extend({
  permissionGroups: z.array(group),
  /** Nobody has joined yet; with who is asked to, as an administrator typed them. */
  withoutMembers: z
    .strictObject({
      invitation: z.strictObject({ id, name: z.string(), mobile: z.string(), expiresAt: instant }).nullable(),
    })
    .nullable(),
});
export type TenantDetail = z.infer<typeof tenantDetail>;

const packageFields = {
  name: line(50),
  permissionGroups: z.array(group).min(1),
  maxAccounts: z.int().min(1).max(1_000_000).nullable(),
};
const tenantFields = {
  name: line(80),
  /** Null: everything, for any number of accounts. */
  packageId: id.nullable(),
  /** After it sign-in is refused, sessions end and jobs pause; null: never. */
  expiresAt: chosenInstant.nullable(),
  domains: z.array(domain).max(20),
};

/** Changes are for platform administrators alone; others see their own tenant. */
export const tenant = {
  queryTenant: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'tenant.view',
    summary: { zh: '租户列表', en: 'List tenants' },
    input: pageInput(['code', 'name', 'expiresAt', 'createdAt'], {
      keyword: keyword.optional(),
      state: z.enum(tenantStates).optional(),
      packageId: id.optional(),
    }),
    output: pageOf(tenantRow),
  }),
  getTenant: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'tenant.view',
    summary: { zh: '租户详情；不带 id 时为本租户', en: 'One tenant; without id, one’s own' },
    input: z.strictObject({ id: id.optional() }),
    output: tenantDetail,
  }),
  addTenant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'tenant.edit',
    logs: 'tenant',
    summary: {
      zh: '新增租户（含内置角色、总公司与首位管理员）',
      en: 'Add a tenant with its roles, company and first administrator',
    },
    input: z.strictObject({
      code,
      ...tenantFields,
      administrator,
    }),
    /** The password is shown this once and opens the account for seven days; null when there is an account already, whose owner is asked to join. */
    output: tenantRow.extend({ initialPassword: z.string().nullable() }),
  }),
  addAdministrator: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'tenant.edit',
    logs: 'tenant',
    summary: { zh: '补设首位管理员', en: 'Name a first administrator anew' },
    /** For a tenant that nobody has joined, once the invitation before was cancelled, declined or never there. */
    input: z.strictObject({ id, administrator }),
    /** As `addTenant` answers it. */
    output: z.strictObject({ initialPassword: z.string().nullable() }),
  }),
  editTenant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'tenant.edit',
    logs: 'tenant',
    summary: { zh: '修改租户', en: 'Edit a tenant' },
    input: z.strictObject({ id, version, ...tenantFields }),
    output: tenantRow,
  }),
  suspendTenant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'tenant.edit',
    logs: 'tenant',
    summary: { zh: '停用租户（立即下线）', en: 'Suspend a tenant, ending its sessions' },
    input: z.strictObject({ id, version, reason }),
    output: tenantRow,
  }),
  resumeTenant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'tenant.edit',
    logs: 'tenant',
    summary: { zh: '启用租户', en: 'Resume a tenant' },
    input: z.strictObject({ id, version, reason }),
    output: tenantRow,
  }),
  queryPackage: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'tenant.view',
    summary: { zh: '套餐列表', en: 'List packages' },
    input: pageInput(['code', 'name', 'createdAt'], { keyword: keyword.optional() }),
    output: pageOf(packageRow),
  }),
  addPackage: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'tenant.edit',
    logs: 'package',
    summary: { zh: '新增套餐', en: 'Add a package' },
    input: z.strictObject({ code, ...packageFields }),
    output: packageRow,
  }),
  editPackage: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'tenant.edit',
    logs: 'package',
    summary: { zh: '修改套餐（下一次调用即生效）', en: 'Edit a package, felt on the next call' },
    input: z.strictObject({ id, version, ...packageFields }),
    output: packageRow,
  }),
  deletePackage: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'tenant.edit',
    logs: 'package',
    summary: { zh: '删除套餐', en: 'Delete a package that no tenant has' },
    input: z.strictObject({ id, version }),
    output: nothing,
  }),
};

export const tenantTransitions = transitions({
  area: 'tenant',
  record: { zh: '租户', en: 'Tenant' },
  words: tenantStateWords,
  initial: ['ACTIVE'],
  endpoints: tenant,
  actions: {
    suspendTenant: {
      from: ['ACTIVE', 'EXPIRED'],
      to: ['SUSPENDED'],
      guard: { zh: '不是自己所在的租户', en: "Not one's own tenant" },
      effect: { zh: '全部会话立即结束', en: 'All its sessions end' },
    },
    resumeTenant: {
      from: ['SUSPENDED'],
      to: ['ACTIVE', 'EXPIRED'],
      effect: { zh: '暂停的任务继续', en: 'Its paused jobs go on' },
    },
  },
  automatic: {
    expire: { by: { zh: '到期', en: 'Its time is over' }, from: ['ACTIVE'], to: ['EXPIRED'] },
    extend: { by: { zh: '续期', en: 'Its time is extended' }, from: ['EXPIRED'], to: ['ACTIVE'] },
  },
});

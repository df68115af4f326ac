import { z } from 'zod';
import { bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import {
  bulkIds,
  id,
  instant,
  keyword,
  line,
  mobile,
  noInput,
  nothing,
  reason,
  stamps,
  version,
} from './fields.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/**
 * The ways between them stand in `userTransitions`. 待确认: has an account elsewhere and was asked to join. Of one who is PENDING there is nothing but what was typed, and `id` is the invitation's (`resendInvitation`, `cancelInvitation`).
 */
export const userStateWords = {
  ACTIVE: { zh: '正常', en: 'Active', tone: 'good' },
  DISABLED: { zh: '停用', en: 'Disabled', tone: 'quiet' },
  LOCKED: { zh: '锁定', en: 'Locked', tone: 'bad' },
  PENDING: { zh: '待确认', en: 'Invited', tone: 'waiting' },
} as const satisfies WordsOf<string>;
export const userStates = valuesOf(userStateWords);
export type UserState = keyof typeof userStateWords;

export const userSortFields = ['name', 'lastLoginAt', 'createdAt', 'updatedAt'] as const;

const named = z.strictObject({ id, name: z.string() });
const email = z.email().max(120);
const roleIds = z.array(id).min(1).max(20);

/** A user as lists show one; mobile and e-mail are masked. */
const userRow = z.strictObject({
  id,
  name: z.string(),
  mobile: z.string(),
  email: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  tenant: named,
  company: named.nullable(),
  roles: z.array(z.strictObject({ id, code: z.string(), name: z.string() })),
  state: z.enum(userStates),
  updatePassword: z.union([z.literal(0), z.literal(1)]),
  lastLoginAt: stamps.createdAt.nullable(),
  /** Until when an initial password opens the account, or an invitation can be accepted. */
  expiresAt: instant.nullable(),
  version,
  ...stamps,
});
export type UserRow = z.infer<typeof userRow>;

/** What narrows the list of users, and an export of it. */
export const userFilters = {
  /** Part of a name, a whole mobile or e-mail, or the last four digits of a mobile. */
  keyword: keyword.optional(),
  state: z.array(z.enum(userStates)).min(1).optional(),
  companyId: id.optional(),
  roleId: id.optional(),
  /** 0: the initial password was never changed. */
  updatePassword: z.int().min(0).max(1).optional(),
};

/** The part of `/userAccount` that administrators use; users are what the caller's data scope shows. */
export const userAdministration = {
  queryUser: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'user.view',
    summary: { zh: '用户列表', en: 'List users' },
    input: cursorPageInput(userSortFields, userFilters),
    output: cursorPageOf(userRow),
  }),
  queryUserOption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'user.view',
    summary: { zh: '用户表单的角色与公司选项', en: 'Roles and companies to choose from for a user' },
    input: noInput,
    output: z.strictObject({
      /** `grantable: false`: the role may do more than the caller, who can neither give nor take it. */
      roles: z.array(z.strictObject({ id, code: z.string(), name: z.string(), grantable: z.boolean() })),
      companies: z.array(z.strictObject({ id, name: z.string(), parentId: id.nullable() })),
    }),
  }),
  addUser: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'user',
    summary: { zh: '新增用户', en: 'Add a user' },
    input: z.strictObject({
      mobile,
      name: line(50),
      email: email.optional(),
      companyId: id.nullable().optional(),
      roleIds,
    }),
    /** The password is shown this once and opens the account for seven days; null when there is an account already: its owner is asked to join, and `id` is the invitation's. */
    output: z.strictObject({ id, version, initialPassword: z.string().nullable() }),
  }),
  editUser: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'user',
    summary: { zh: '修改用户', en: 'Edit a user' },
    /** What is left out stays as it is: lists show mobile and e-mail masked, so a form sends them only when they were typed again. */
    input: z.strictObject({
      id,
      version,
      name: line(50).optional(),
      mobile: mobile.optional(),
      email: email.nullable().optional(),
      companyId: id.nullable().optional(),
      roleIds: roleIds.optional(),
    }),
    output: userRow,
  }),
  deleteUser: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'user',
    summary: {
      zh: '停用用户（保留历史，立即下线）',
      en: 'Disable a user, keeping the history and ending the sessions',
    },
    input: z.strictObject({ id, version, reason }),
    output: nothing,
  }),
  enableUser: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'user',
    summary: { zh: '启用用户', en: 'Enable a user again' },
    input: z.strictObject({ id, version }),
    output: nothing,
  }),
  disableUsers: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'user',
    loggedAs: 'deleteUser',
    summary: { zh: '批量停用用户', en: 'Disable several users, each by itself' },
    input: z.strictObject({ ids: bulkIds, reason }),
    output: bulkResult,
  }),
  enableUsers: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'user',
    loggedAs: 'enableUser',
    summary: { zh: '批量启用用户', en: 'Enable several users, each by itself' },
    input: z.strictObject({ ids: bulkIds, reason }),
    output: bulkResult,
  }),
  assignRole: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'user',
    loggedAs: 'editUser',
    summary: { zh: '批量分配角色', en: 'Give a role to several users, beside those they have' },
    input: z.strictObject({ ids: bulkIds, roleId: id }),
    output: bulkResult,
  }),
  unlockUser: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'user',
    summary: { zh: '解除锁定', en: 'Unlock a user' },
    input: z.strictObject({ id, version }),
    output: nothing,
  }),
  resetUserPassword: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'user',
    summary: { zh: '重置密码（立即下线）', en: 'Reset the password, ending the sessions' },
    input: z.strictObject({ id, version, reason }),
    /** Shown this once, good for seven days; the user is asked to change it (`updatePassword: 0`). */
    output: z.strictObject({ initialPassword: z.string() }),
  }),
  revealUser: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.reveal',
    logs: 'user',
    summary: { zh: '查看手机号与邮箱（记入日志）', en: 'Reveal mobile and e-mail, logged' },
    input: z.strictObject({ id, reason }),
    output: z.strictObject({ mobile: z.string(), email: z.string().nullable() }),
  }),
};

const disable = {
  from: ['ACTIVE', 'LOCKED'],
  to: ['DISABLED'],
  guard: { zh: '不是本人，也不是最后一名管理员', en: 'Neither oneself nor the last administrator' },
  effect: { zh: '在该租户的会话立即结束', en: 'The sessions in the tenant end' },
} as const;
const enable = {
  from: ['DISABLED'],
  to: ['ACTIVE', 'LOCKED'],
  guard: { zh: '未超出套餐的账号数', en: 'The package has an account left' },
} as const;

export const userTransitions = transitions({
  area: 'userAccount',
  record: { zh: '用户', en: 'User in a tenant' },
  words: userStateWords,
  initial: ['ACTIVE', 'PENDING'],
  endpoints: userAdministration,
  actions: {
    deleteUser: disable,
    disableUsers: disable,
    enableUser: enable,
    enableUsers: enable,
    unlockUser: { from: ['LOCKED'], to: ['ACTIVE'] },
  },
  automatic: {
    lock: { by: { zh: '密码错误过多', en: 'Too many wrong passwords' }, from: ['ACTIVE'], to: ['LOCKED'] },
    lockEnds: { by: { zh: '锁定到期', en: 'The time of the lock is up' }, from: ['LOCKED'], to: ['ACTIVE'] },
    join: { by: { zh: '本人接受邀请', en: 'Its owner accepted' }, from: ['PENDING'], to: ['ACTIVE'] },
  },
});

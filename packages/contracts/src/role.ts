import { z } from 'zod';
import { bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import {
  bulkIds,
  fenNotNegative,
  id,
  keyword,
  label,
  line,
  noInput,
  nothing,
  stamps,
  version,
} from './fields.ts';
import { pageInput, pageOf } from './paging.ts';
import { permissions } from './permissions.ts';
import { valuesOf, type WordsOf } from './words.ts';

export const dataScopeWords = {
  ALL: { zh: '全部', en: 'Everything' },
  TENANT: { zh: '本租户', en: 'Own tenant' },
  COMPANY_TREE: { zh: '本公司及下级', en: 'Own company and below' },
  MERCHANTS: { zh: '指定商户', en: 'Named merchants' },
  SELF: { zh: '仅本人', en: 'Oneself' },
} as const satisfies WordsOf<string>;
export const dataScopes = valuesOf(dataScopeWords);

const permission = z.enum(permissions);
const namedRole = z.strictObject({ id, code: z.string(), name: z.string() });

/** What a role allows. */
const power = {
  name: line(50),
  dataScope: z.enum(dataScopes),
  /** With scope MERCHANTS: the merchants it covers. */
  merchantIds: z.array(id).max(500).optional(),
  permissions: z.array(permission).max(permissions.length),
  /** The highest amount in fen that a member may move or approve; null: no ceiling. */
  ceilingAmount: fenNotNegative.nullable(),
};

/** Whether a member may use the place in the tenant. */
export const membershipStates = ['ACTIVE', 'DISABLED'] as const;

const roleRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  builtIn: z.boolean(),
  dataScope: z.enum(dataScopes),
  merchants: z.array(z.strictObject({ id, name: z.string() })),
  permissions: z.array(permission),
  ceilingAmount: fenNotNegative.nullable(),
  memberCount: z.int().min(0),
  /** Whether the caller may give and take it: it allows nothing that they may not do themselves. */
  grantable: z.boolean(),
  version,
  ...stamps,
});
export type RoleRow = z.infer<typeof roleRow>;

export const role = {
  queryRole: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'role.view',
    summary: { zh: '角色列表', en: 'List roles' },
    input: pageInput(['name', 'code', 'createdAt', 'updatedAt'], {
      keyword: keyword.optional(),
      builtIn: z.boolean().optional(),
    }),
    output: pageOf(roleRow),
  }),
  getRole: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'role.view',
    summary: { zh: '角色详情', en: 'One role' },
    input: z.strictObject({ id }),
    output: roleRow,
  }),
  addRole: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'role.edit',
    logs: 'role',
    summary: { zh: '新增角色', en: 'Add a role' },
    input: z.strictObject(power),
    output: roleRow,
  }),
  editRole: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'role.edit',
    logs: 'role',
    summary: { zh: '修改角色（下一次调用即生效）', en: 'Edit a role, felt on the next call' },
    input: z.strictObject({ id, version, ...power }),
    output: roleRow,
  }),
  deleteRole: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'role.edit',
    logs: 'role',
    summary: { zh: '删除角色', en: 'Delete a role without members' },
    input: z.strictObject({ id, version }),
    output: nothing,
  }),
  deleteRoles: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'role.edit',
    logs: 'role',
    loggedAs: 'deleteRole',
    summary: { zh: '批量删除角色', en: 'Delete several roles, each by itself' },
    input: z.strictObject({ ids: bulkIds }),
    output: bulkResult,
  }),
  queryRoleMember: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'role.view',
    summary: { zh: '角色成员', en: 'Members of a role' },
    input: pageInput(['name'], { id, keyword: keyword.optional() }),
    output: pageOf(
      z.strictObject({
        userId: id,
        name: z.string(),
        mobile: z.string(),
        company: z.strictObject({ id, name: z.string() }).nullable(),
        state: z.enum(membershipStates),
      }),
    ),
  }),
  setRoleMembers: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'role.edit',
    logs: 'role',
    summary: { zh: '添加与移除成员', en: 'Add and remove members' },
    input: z.strictObject({
      id,
      addUserIds: z.array(id).max(200).default([]),
      removeUserIds: z.array(id).max(200).default([]),
    }),
    output: z.strictObject({ added: z.int(), removed: z.int() }),
  }),
  getPermissionTree: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '权限树', en: 'The tree of permissions' },
    input: noInput,
    output: z.strictObject({
      groups: z.array(
        z.strictObject({
          group: z.string(),
          label,
          /** Whether the tenant's package has it. */
          inPackage: z.boolean(),
          actions: z.array(
            z.strictObject({
              permission,
              label,
              /** Whether the caller has it, and so may give it. */
              held: z.boolean(),
              /** The calls that need it. */
              endpoints: z.array(z.strictObject({ path: z.string(), summary: label })),
            }),
          ),
        }),
      ),
    }),
  }),
  explainPermission: endpoint({
    kind: 'query',
    access: 'session',
    summary: {
      zh: '为什么看不到：缺少哪项权限、谁可以开通',
      en: 'Why can’t I see it: the permission that is missing and who can grant it',
    },
    input: z.strictObject({
      permission: permission.optional(),
      /** `area/action` instead of a permission. */
      endpoint: keyword.optional(),
    }),
    output: z.strictObject({
      permission: permission.nullable(),
      label: label.nullable(),
      held: z.boolean(),
      /** Why, in words of the request's language. */
      explanation: z.string(),
      /** The roles of the caller that have it. */
      throughRoles: z.array(namedRole),
      missingFromPackage: z.boolean(),
      /** Roles of the tenant that have it. */
      rolesWithIt: z.array(namedRole),
      /** Who can grant it, at most 20. */
      grantors: z.array(z.strictObject({ name: z.string(), mobile: z.string() })),
    }),
  }),
};

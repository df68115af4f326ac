import {
  givenBy,
  groupOf,
  type Permission,
  permissionLabel,
  permissionTree,
} from '@xyxlx/contracts/permissions';
import type { role as roleContract } from '@xyxlx/contracts/role';
import type { z } from 'zod';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import type { Session } from '../../core/session.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { describedEndpoints } from '../../wire/reference/endpoints.ts';

type Tree = z.input<typeof roleContract.getPermissionTree.output>;
type Explanation = z.input<typeof roleContract.explainPermission.output>;

const endpoints = describedEndpoints(false);

/** The groups of the caller's package, or null for all. */
async function packageGroups({ database }: Deps, { tenantId }: Session): Promise<string[] | null> {
  const tenant = await database.prisma.tenant.findUnique({
    where: { id: tenantId },
    include: { package: true },
  });
  return tenant?.package?.permissionGroups ?? null;
}

/** The tree that the role screen shows, with what the caller may give. */
export async function permissionTreeOf(deps: Deps, session: Session): Promise<Tree> {
  const groups = await packageGroups(deps, session);
  return {
    groups: Object.entries(permissionTree).map(([group, { label, actions }]) => ({
      group,
      label,
      inPackage: groups === null || groups.includes(group),
      actions: Object.entries(actions).map(([action, actionLabel]) => {
        const permission = `${group}.${action}` as Permission;
        return {
          permission,
          label: actionLabel,
          held: session.permissions.has(permission),
          endpoints: endpoints
            .filter(({ definition }) => definition.permission === permission)
            .map(({ path, definition }) => ({ path, summary: definition.summary })),
        };
      }),
    })),
  };
}

/** Which permission somebody lacks for something, and who can grant it to them. */
export async function explainPermission(
  deps: Deps,
  session: Session,
  language: Language,
  asked: { permission?: Permission | undefined; endpoint?: string | undefined },
): Promise<Explanation> {
  const permission = asked.permission ?? permissionOf(asked.endpoint);
  if (!permission) return openToAll(language);
  const { prisma } = deps.database;
  const { tenantId } = session;
  const [withIt, groups, able] = await Promise.all([
    prisma.role.findMany({
      where: { tenantId, permissions: { hasSome: givenBy(permission) } },
      orderBy: [{ builtIn: 'desc' }, { name: 'asc' }],
    }),
    packageGroups(deps, session),
    grantorsOf(deps, tenantId, permission),
  ]);
  const held = session.permissions.has(permission);
  const own = new Set(session.roles.map(({ id }) => id));
  const missingFromPackage = !held && groups !== null && !groups.includes(groupOf(permission));
  // Somebody whose grant would have no effect is of no help.
  const grantors = missingFromPackage ? [] : able;
  const label = permissionLabel(permission);
  return {
    permission,
    label,
    held,
    explanation: wordsOf(language, label[language], { held, missingFromPackage, grantors: grantors.length }),
    throughRoles: withIt.filter(({ id }) => own.has(id)).map(presentNamed),
    missingFromPackage,
    rolesWithIt: withIt.map(presentNamed),
    grantors,
  };
}

type NamedRole = Explanation['rolesWithIt'][number];

function presentNamed({ id, code, name }: NamedRole): NamedRole {
  return { id, code, name };
}

function permissionOf(endpoint: string | undefined): Permission | undefined {
  const path = endpoint?.replace(/^\/?(xyxlx\/)?/, '');
  const found = endpoints.find((one) => one.path === path);
  if (!found) throw recordMissing();
  return found.definition.permission;
}

/** Who may give it: members with a role that edits roles or users and has the permission itself. */
async function grantorsOf({ database }: Deps, tenantId: string, permission: Permission) {
  const memberships = await database.prisma.membership.findMany({
    where: {
      tenantId,
      state: 'ACTIVE',
      AND: [
        { roles: { some: { role: { permissions: { hasSome: givenBy(permission) } } } } },
        { roles: { some: { role: { permissions: { hasSome: ['role.edit', 'user.edit'] } } } } },
      ],
    },
    include: { user: true },
    orderBy: { createdAt: 'asc' },
    take: 20,
  });
  return memberships.map(({ user }) => ({ name: user.name, mobile: maskMobile(user.mobile) }));
}

function openToAll(language: Language): Explanation {
  return {
    permission: null,
    label: null,
    held: true,
    explanation: language === 'zh' ? '此接口不需要权限' : 'This call needs no permission',
    throughRoles: [],
    missingFromPackage: false,
    rolesWithIt: [],
    grantors: [],
  };
}

function wordsOf(
  language: Language,
  label: string,
  { held, missingFromPackage, grantors }: { held: boolean; missingFromPackage: boolean; grantors: number },
): string {
  const zh = language === 'zh';
  if (held) return zh ? `您已有权限「${label}」` : `You have ${label}`;
  if (missingFromPackage) {
    return zh
      ? `租户套餐不含「${label}」，请联系平台管理员升级套餐`
      : `Your tenant's package lacks ${label}, ask the platform's administrator for another`;
  }
  if (grantors === 0) {
    return zh
      ? `缺少权限「${label}」，本租户暂无人可开通`
      : `You lack ${label}, and nobody in your tenant can grant it`;
  }
  return zh
    ? `缺少权限「${label}」，可联系下列人员开通`
    : `You lack ${label}, any of these people can grant it`;
}

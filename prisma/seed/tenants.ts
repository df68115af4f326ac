import { hash } from '@node-rs/argon2';
import { type BuiltInRoleCode, builtInRoles } from '@xyxlx/contracts/built-in-roles';
import type { Prisma } from '../client/client.ts';
import { spell } from '../spell.ts';
import { boundToStub, demoAccounts, demoPassword } from './accounts.ts';
import { firstInstant, idOf } from './random.ts';

/** The tenants of a seeded database. */
export const demoTenants = [
  {
    key: 'A',
    code: 'huadong',
    merchantCode: 10,
    name: '华东福利科技',
    companies: ['华东福利科技总部', '上海分公司', '杭州分公司', '南京分公司'],
  },
  {
    key: 'B',
    code: 'beichen',
    merchantCode: 11,
    name: '北辰企业服务',
    companies: ['北辰企业服务总部', '北京分公司'],
  },
] as const;

export type TenantKey = (typeof demoTenants)[number]['key'];

export const tenantId = (key: TenantKey) => idOf(`tenant/${key}`);
export const companyId = (key: TenantKey, index: number) => idOf(`company/${key}/${index}`);
export const userId = (mobile: string) => idOf(`user/${mobile}`);
export const roleId = (key: TenantKey, code: string) => idOf(`role/${key}/${code}`);

/** Who has a role in tenant A, for what the seeds say that they did. */
export function demoPerson(role: BuiltInRoleCode): { id: string; name: string } {
  const found = demoAccounts.find((one) => one.role === role && one.tenant === 'A');
  if (!found) throw new Error(`The seeds have no ${role}.`);
  return { id: userId(found.mobile), name: found.name };
}

const alsoSince = new Date('2025-06-01T00:00:00Z');

/** Tenants with their company trees, built-in roles and the demo accounts. */
export async function seedTenants(tx: Prisma.TransactionClient): Promise<void> {
  await tx.tenant.createMany({
    data: demoTenants.map(({ key, code, merchantCode, name }) => ({
      id: tenantId(key),
      code,
      merchantCode,
      name,
      createdAt: firstInstant,
      updatedAt: firstInstant,
    })),
  });
  await tx.company.createMany({
    data: demoTenants.flatMap(({ key, companies }) =>
      companies.map((name, index) => ({
        id: companyId(key, index),
        tenantId: tenantId(key),
        parentId: index === 0 ? null : companyId(key, 0),
        name,
        createdAt: firstInstant,
        updatedAt: firstInstant,
      })),
    ),
  });
  await tx.role.createMany({
    data: demoTenants.flatMap(({ key }) =>
      builtInRoles.map((role) => ({
        id: roleId(key, role.code),
        tenantId: tenantId(key),
        code: role.code,
        name: role.name.zh,
        builtIn: true,
        dataScope: role.dataScope,
        permissions: [...role.permissions],
        createdAt: firstInstant,
        updatedAt: firstInstant,
      })),
    ),
  });
  await seedAccounts(tx);
}

async function seedAccounts(tx: Prisma.TransactionClient): Promise<void> {
  // One hash for all: a seed of them would otherwise spend most of its time here.
  const passwordHash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await tx.user.createMany({
    data: demoAccounts.map(({ mobile, name, initialPassword }) => ({
      id: userId(mobile),
      mobile,
      name,
      ...spell(name),
      passwordHash,
      passwordChangedAt: initialPassword ? null : firstInstant,
      provenAt: initialPassword ? null : firstInstant,
      createdAt: firstInstant,
      updatedAt: firstInstant,
    })),
  });
  const places = demoAccounts.flatMap(({ mobile, tenant, role, disabled, also }) => [
    { id: idOf(`membership/${mobile}`), mobile, tenant, role, disabled, joined: firstInstant },
    // Later, so that signing in opens the first one.
    ...(also
      ? [{ id: idOf(`membership/${mobile}/also`), mobile, ...also, disabled, joined: alsoSince }]
      : []),
  ]);
  // A member of a second tenant was invited, and accepted.
  const seconds = demoAccounts.flatMap(({ mobile, name, also }) => (also ? [{ mobile, name, ...also }] : []));
  await tx.invitation.createMany({
    data: seconds.map(({ mobile, name, tenant }) => ({
      tenantId: tenantId(tenant),
      mobile,
      name,
      expiresAt: alsoSince,
      createdBy: '平台管理员',
      updatedBy: '平台管理员',
    })),
  });
  await tx.membership.createMany({
    data: places.map(({ id, mobile, tenant, disabled, joined }) => ({
      id,
      tenantId: tenantId(tenant),
      userId: userId(mobile),
      companyId: companyId(tenant, 0),
      state: disabled ? 'DISABLED' : 'ACTIVE',
      createdAt: joined,
    })),
  });
  await tx.invitation.deleteMany({});
  await tx.membershipRole.createMany({
    data: places.map(({ id, tenant, role }) => ({
      tenantId: tenantId(tenant),
      membershipId: id,
      roleId: roleId(tenant, role),
    })),
  });
  await tx.externalAccount.createMany({
    data: ['oauth', 'workwx'].map((provider) => ({
      provider,
      externalId: boundToStub.externalId,
      userId: userId(boundToStub.mobile),
      createdAt: firstInstant,
    })),
  });
}

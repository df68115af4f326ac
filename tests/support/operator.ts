import type { Session } from '../../apps/api/src/core/session.ts';
import type { TestApi } from './test-api.ts';

/** A user of the seeded tenant A with one role; the token, and the session as handlers get it. */
export async function operator(
  api: TestApi,
  name: string,
  role: {
    permissions: string[];
    amountCeiling?: number;
    dataScope?: 'TENANT' | 'SELF' | 'ALL' | 'COMPANY_TREE' | 'MERCHANTS';
    companyId?: string;
    merchantIds?: string[];
  },
  tenantCode = 'huadong',
): Promise<{ token: string; session: Session }> {
  const { prisma } = api.deps.database;
  const tenant = await prisma.tenant.findUniqueOrThrow({ where: { code: tenantCode } });
  const code = crypto.randomUUID();
  const user = await prisma.user.create({
    data: { mobile: `${code}@test.example`, name, passwordHash: '-' },
  });
  const membership = await prisma.membership.create({
    data: { tenantId: tenant.id, userId: user.id, companyId: role.companyId ?? null },
  });
  const { permissions, amountCeiling = null, dataScope = 'TENANT', merchantIds = [] } = role;
  const { id: roleId } = await prisma.role.create({
    data: { tenantId: tenant.id, code, name, dataScope, permissions, amountCeiling, merchantIds },
  });
  await prisma.membershipRole.create({ data: { tenantId: tenant.id, membershipId: membership.id, roleId } });
  const { token } = await api.deps.sessions.open(
    prisma,
    { userId: user.id, tenantId: tenant.id },
    { device: 'test', ip: '127.0.0.1' },
  );
  return { token, session: await api.deps.sessions.authenticate(token) };
}

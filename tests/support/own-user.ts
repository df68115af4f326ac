import { userId as demoUserId } from '@xyxlx/database/seed/tenants';
import type { TestApi } from './test-api.ts';

/** A user of a tenant with the role 员工 and the demo's password, who has proved their mobile with a code or not; `api.signIn` signs them in. */
export async function ownUser(
  api: TestApi,
  { tenantId, mobile, isProved = true }: { tenantId: string; mobile: string; isProved?: boolean },
): Promise<string> {
  const { prisma } = api.deps.database;
  const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { id: demoUserId('13800000002') } });
  const at = api.clock.now();
  const { id } = await prisma.user.create({
    data: {
      ...{ mobile, name: '员工', passwordHash, passwordChangedAt: at },
      provenAt: isProved ? at : null,
    },
  });
  const { id: roleId } = await prisma.role.findUniqueOrThrow({
    where: { tenantId_code: { tenantId, code: 'employee' } },
  });
  const membership = await prisma.membership.create({ data: { tenantId, userId: id } });
  await prisma.membershipRole.create({ data: { tenantId, membershipId: membership.id, roleId } });
  return id;
}

import { tenantId } from '@xyxlx/database/seed/tenants';
import type { TestApi } from './test-api.ts';

let made = 0;

/** A 制度 of tenant A that says nothing, in force until `move` puts it out of force; a test puts it out of force before it ends. */
export async function barePolicy({ deps }: TestApi) {
  const { prisma } = deps.database;
  made += 1;
  const { id: institutionId } = await prisma.institution.create({
    data: {
      tenantId: tenantId('A'),
      ...{ code: `ZD${90_000_100 + made}`, name: `空制度${made}`, state: 'ENABLED' },
    },
  });
  const move = (state: 'ENABLED' | 'DISABLED') =>
    prisma.institution.update({
      where: { tenantId_id: { tenantId: tenantId('A'), id: institutionId } },
      data: { state },
    });
  return { institutionId, move };
}

import type { TestApi } from './test-api.ts';

interface Threshold {
  amount: number;
  dayAmount?: number;
  count?: number;
  dayCount?: number;
}

/** Sets a tenant's threshold of a kind of act, in fen; the day holds no more than an act where nothing else is said. */
export async function setThreshold(
  api: TestApi,
  subjectType: string,
  { amount, dayAmount = amount, count, dayCount = count }: Threshold,
  tenantCode = 'huadong',
): Promise<void> {
  const { prisma } = api.deps.database;
  const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { code: tenantCode } });
  const own = { amount, dayAmount, count: count ?? null, dayCount: dayCount ?? null };
  await prisma.approvalThreshold.upsert({
    where: { tenantId_subjectType: { tenantId, subjectType } },
    create: { tenantId, subjectType, ...own },
    update: own,
  });
}

/** So much that no act of a test waits: its amounts are about something else. */
export const plenty = { amount: 1_000_000_000_000 };

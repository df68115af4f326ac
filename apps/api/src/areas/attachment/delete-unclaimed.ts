import type { Deps } from '../../core/deps.ts';

const day = 24 * 60 * 60_000;

/** Deletes what nobody has put into a record within a day. */
export async function deleteUnclaimed({ database, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - day);
  const tenants = await database.prisma.tenant.findMany({ select: { id: true } });
  for (const { id: tenantId } of tenants) {
    await database.prisma.attachment.deleteMany({
      where: { tenantId, subjectId: null, createdAt: { lt: before } },
    });
  }
}

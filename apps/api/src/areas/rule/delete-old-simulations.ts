import type { Deps } from '../../core/deps.ts';

/** How long a simulation is kept, in milliseconds. */
const kept = 30 * 24 * 60 * 60_000;

/** Deletes the simulations, with their rows, that ended and are older than 30 days, a tenant after another. */
export async function deleteOldSimulations({ database: { prisma }, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - kept);
  const tenants = await prisma.tenant.findMany({ select: { id: true } });
  for (const { id: tenantId } of tenants) {
    await prisma.ruleSimulation.deleteMany({
      where: { tenantId, createdAt: { lt: before }, finishedAt: { not: null } },
    });
  }
}

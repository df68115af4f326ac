import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../client/client.ts';
import { seedMerchants } from './merchants.ts';
import { seedTenants } from './tenants.ts';

export type SeedKind = 'none' | 'small' | 'demo' | 'large';

const merchantsPerTenant = { small: 45, demo: 180, large: 1000 } as const;

/** Replicas that start together seed once. */
const advisoryLock = 72_707_370;

/** Fills an empty database, all or nothing; says whether there was anything to do. The same kind gives the same data. */
export async function seed(databaseUrl: string, kind: SeedKind): Promise<boolean> {
  if (kind === 'none') return false;
  const adapter = new PrismaPg({ connectionString: databaseUrl, options: '-c timezone=UTC' });
  const prisma = new PrismaClient({ adapter });
  try {
    return await prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLock})`;
        if ((await tx.tenant.count()) > 0) return false;
        await seedTenants(tx);
        await seedMerchants(tx, merchantsPerTenant[kind]);
        return true;
      },
      { timeout: 600_000 },
    );
  } finally {
    await prisma.$disconnect();
  }
}

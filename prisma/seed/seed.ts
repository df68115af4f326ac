import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from '../client/client.ts';
import { primaryOf } from '../connect.ts';
import { seedBooks } from './books.ts';
import { seedCardProducts } from './card-products.ts';
import { seedCompliance } from './compliance.ts';
import { type DomainApplication, type DomainSize, seedDomain } from './domain.ts';
import { seedDraftMakers } from './draft-makers.ts';
import { seedMerchants } from './merchants.ts';
import { seedPolicies } from './policies.ts';
import { seedService } from './service.ts';
import { seedSimulation } from './simulations.ts';
import { seedSystem } from './system.ts';
import { seedTenants } from './tenants.ts';
import { withoutIndexes } from './without-indexes.ts';

export type SeedKind = 'none' | 'small' | 'demo' | 'large';

const sizes: Record<Exclude<SeedKind, 'none'>, DomainSize & { merchantsPerTenant: number }> = {
  small: { merchantsPerTenant: 45, storesPerMerchant: 2, employees: 160, consumptions: 1500, drawEvery: 8 },
  demo: {
    merchantsPerTenant: 180,
    storesPerMerchant: 3,
    employees: 2000,
    consumptions: 30_000,
    drawEvery: 10,
    issues: true,
    stories: true,
    invoices: true,
    sheets: true,
    cardFiles: 20,
  },
  large: {
    merchantsPerTenant: 1000,
    storesPerMerchant: 3,
    employees: 60_000,
    consumptions: 1_000_000,
    drawEvery: 20,
    cardFiles: 20,
    bulkOrders: 20,
  },
};

/** What a seed has of the application: what the ledger makes of its money, besides what cards and invoices take. */
export interface SeedApplication extends DomainApplication {
  post(tx: Prisma.TransactionClient): Promise<void>;
  /** Of all days that are over at `now`. */
  makeVouchers(tx: Prisma.TransactionClient, now: Date): Promise<void>;
  /** Tells people of the approvals that wait for them, or were theirs. */
  notify(tx: Prisma.TransactionClient, now: Date): Promise<void>;
}

/** Replicas that start together seed once. */
const advisoryLock = 72_707_370;

/**
 * Fills an empty database, all or nothing; says whether there was anything to do. The same kind gives the same data, with its days counted
 * back from `now`.
 */
export async function seed(
  databaseUrl: string,
  kind: SeedKind,
  application: SeedApplication,
  now = new Date(),
): Promise<boolean> {
  if (kind === 'none') return false;
  const adapter = new PrismaPg({
    connectionString: await primaryOf(databaseUrl),
    options: '-c timezone=UTC',
  });
  const prisma = new PrismaClient({ adapter });
  try {
    return await prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLock})`;
        if ((await tx.tenant.count()) > 0) return false;
        await seedTenants(tx);
        await seedBooks(tx, now);
        await seedSystem(tx);
        await seedMerchants(tx, sizes[kind].merchantsPerTenant);
        // Tests on the small seed write the policies that they need, and pay as everybody at any hour.
        if (kind !== 'small') await seedPolicies(tx, now);
        if (kind !== 'small') await seedCardProducts(tx, now);
        await seedDomain(tx, sizes[kind], application, now);
        if (kind === 'demo') await seedCompliance(tx, now);
        if (kind === 'demo') await seedService(tx, now);
        await seedDraftMakers(tx);
        await withoutIndexes(tx, 'ledger_postings', () => application.post(tx));
        await tx.$executeRaw`ANALYZE ledger_slots, ledger_postings`;
        // Of the others' days the service makes the vouchers itself, minute by minute.
        if (kind === 'demo') await application.makeVouchers(tx, now);
        if (kind !== 'small') await seedSimulation(tx, now);
        if (kind === 'demo') await application.notify(tx, now);
        return true;
      },
      { timeout: 600_000 },
    );
  } finally {
    await prisma.$disconnect();
  }
}

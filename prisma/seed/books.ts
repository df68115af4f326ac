import type { Prisma } from '../client/client.ts';
import { openBooks } from '../open-books.ts';
import { idOf } from './random.ts';
import { demoTenants, tenantId } from './tenants.ts';

/** The days of money before the present that a seed has. */
const days = 93;

/** The chart of every tenant, and the periods of its money up to now. */
export async function seedBooks(tx: Prisma.TransactionClient, now: Date): Promise<void> {
  const from = new Date(now.getTime() - days * 86_400_000);
  for (const { key } of demoTenants) {
    await openBooks(tx, {
      tenantId: tenantId(key),
      from,
      to: now,
      idOf: (code) => idOf(`ledger-account/${key}/${code}`),
    });
  }
}

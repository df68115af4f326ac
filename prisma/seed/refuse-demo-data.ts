import { connect } from '../connect.ts';
import { demoAccounts } from './accounts.ts';
import { demoTenants, tenantId, userId } from './tenants.ts';

/** Throws one sentence when the database was seeded: its accounts have a known password. The ids of a seed are nobody else's. */
export async function refuseDemoData(databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    const { rows: tables } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('users') IS NOT NULL AND to_regclass('tenants') IS NOT NULL AS there`,
    );
    if (!tables[0]?.there) return;
    const { rows } = await client.query<{ demo: boolean }>(
      `SELECT EXISTS (SELECT FROM users WHERE id = ANY ($1)) OR EXISTS (SELECT FROM tenants WHERE id = ANY ($2)) AS demo`,
      [demoAccounts.map(({ mobile }) => userId(mobile)), demoTenants.map(({ key }) => tenantId(key))],
    );
    if (!rows[0]?.demo) return;
    throw new Error(
      `The database ${client.database} at ${client.host}:${client.port} holds the demo, whose accounts have a known password: refused when NODE_ENV=production. Set DATABASE_URL (or DATA_DIR) to an empty one, and FIRST_ADMIN to whom it gets as its administrator.`,
    );
  } finally {
    await client.end();
  }
}

import type { Deps } from '../../core/deps.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { nextCount } from '../../platform/records/numbers.ts';
import type { Version, WithoutRule } from './judge/facts.ts';
import { readVersions } from './read-versions.ts';

/** What judges a tenant's payments. */
interface PublishedRules {
  versions: readonly Version[];
  withoutRule: WithoutRule;
}

/** The counter of a tenant that every publication counts on: a replica that remembers another number reads anew. */
const counter = 'RULES';

interface Remembered extends PublishedRules {
  revision: number;
}

const remembered = new WeakMap<Deps['database'], Map<string, Remembered>>();
/** Tenants whose rules a replica keeps in memory; the one asked longest ago goes first. */
const maxTenants = 500;

/** The published rules of a tenant as they are in this transaction, from memory where nothing was published since. */
export async function publishedRules(
  client: Queryable,
  { database }: Pick<Deps, 'database'>,
  tenantId: string,
): Promise<PublishedRules> {
  const [row] = await rowsOf<{ revision: number }>(
    client,
    sql`SELECT value AS revision FROM tenant_counters WHERE tenant_id = ${tenantId}::uuid AND kind = ${counter}`,
  );
  const revision = row?.revision ?? 0;
  const tenants = remembered.get(database) ?? new Map<string, Remembered>();
  remembered.set(database, tenants);
  const known = tenants.get(tenantId);
  tenants.delete(tenantId);
  const rules = known?.revision === revision ? known : { revision, ...(await readRules(client, tenantId)) };
  tenants.set(tenantId, rules);
  const [oldest] = tenants.keys();
  if (tenants.size > maxTenants && oldest) tenants.delete(oldest);
  return rules;
}

/** Tells every replica that the tenant's rules are others now, as soon as the transaction commits. */
export async function countPublication(tx: Transaction, tenantId: string): Promise<void> {
  await nextCount(tx, tenantId, counter);
}

async function readRules(client: Queryable, tenantId: string): Promise<PublishedRules> {
  const versions = await readVersions(client, tenantId, sql`v.state = 'PUBLISHED' AND i.state = 'ENABLED'`);
  const [setting] = await rowsOf<{ withoutRule: WithoutRule }>(
    client,
    sql`SELECT without_rule AS "withoutRule" FROM rule_settings WHERE tenant_id = ${tenantId}::uuid`,
  );
  return { versions, withoutRule: setting?.withoutRule ?? 'ALLOW' };
}

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../../tests/support/test-database.ts';
import { connectDatabase, type Database } from '../../db/database.ts';
import { makeReadSession } from './read-session.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ seed: 'small' });
  database = connectDatabase(await addressesOf(testDatabase), 4, 10_000);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Whatever a caller is made of; each changes one thing of `member`, of its tenant, or of somebody else. */
const changes = {
  'what a role allows': `UPDATE roles SET permissions = CASE WHEN cardinality(permissions) > 1 THEN permissions[2:] ELSE '{merchant.view,role.view,job.view}' END WHERE id = $role`,
  'how far a role sees': `UPDATE roles SET data_scope = CASE data_scope WHEN 'TENANT' THEN 'COMPANY_TREE' WHEN 'COMPANY_TREE' THEN 'MERCHANTS' ELSE 'TENANT' END WHERE id = $role`,
  'which merchants a role sees': `UPDATE roles SET merchant_ids = array_append(merchant_ids, uuidv7()) WHERE id = $role`,
  'the ceiling of a role': `UPDATE roles SET amount_ceiling = coalesce(amount_ceiling, 0) + 1 WHERE id = $role`,
  'no ceiling': `UPDATE roles SET amount_ceiling = NULL WHERE id = $role`,
  'a role is given': `INSERT INTO membership_roles (tenant_id, membership_id, role_id) SELECT tenant_id, $member, id FROM roles WHERE id = $role AND tenant_id = $tenant ON CONFLICT DO NOTHING`,
  'a role is taken': `DELETE FROM membership_roles WHERE membership_id = $member AND role_id = $role`,
  'every role is taken': `DELETE FROM membership_roles WHERE membership_id = $member`,
  'the member moves to another company': `UPDATE memberships SET company_id = $company WHERE id = $member`,
  'a company moves': `UPDATE companies SET parent_id = $parent WHERE id = $company AND id <> $parent AND id NOT IN (
     WITH RECURSIVE above AS (SELECT id, parent_id FROM companies WHERE id = $parent UNION SELECT c.id, c.parent_id FROM companies c JOIN above a ON c.id = a.parent_id) SELECT id FROM above)`,
  'a company is added': `INSERT INTO companies (tenant_id, parent_id, name) VALUES ($tenant, $parent, uuidv7()::text)`,
  'the member is disabled or let in': `UPDATE memberships SET state = CASE state WHEN 'ACTIVE' THEN 'DISABLED' ELSE 'ACTIVE' END WHERE id = $member`,
  'the tenant is suspended or resumed': `UPDATE tenants SET state = CASE state WHEN 'ACTIVE' THEN 'SUSPENDED' ELSE 'ACTIVE' END WHERE id = $tenant`,
  'the tenant expires or not': `UPDATE tenants SET expires_at = CASE WHEN expires_at IS NULL THEN now() - interval '1 day' END WHERE id = $tenant`,
  'the tenant gets another package': `UPDATE tenants SET package_id = $package WHERE id = $tenant`,
  'no package': `UPDATE tenants SET package_id = NULL WHERE id = $tenant`,
  'what a package has': `UPDATE tenant_packages SET permission_groups = CASE WHEN cardinality(permission_groups) > 1 THEN permission_groups[2:] ELSE '{merchant,bill,role,user}' END WHERE id = $package`,
  'a name': `UPDATE users SET name = name || '/' WHERE id = $user`,
  revocation: `UPDATE sessions SET revoked_at = CASE WHEN revoked_at IS NULL THEN now() END WHERE id = $session`,
};

test('whatever changes, in whatever order, each replica’s next read finds the caller that a new one would', async () => {
  const { pool, prisma } = database;
  const member = await prisma.membership.findFirstOrThrow({ where: { user: { mobile: '13800000002' } } });
  const { tenantId } = member;
  const now = new Date();
  const at = { rotatedAt: now, lastRefreshAt: now, createdAt: now };
  const absoluteExpiresAt = new Date(now.getTime() + 3_600_000);
  const { id: sessionId } = await prisma.session.create({
    data: { userId: member.userId, tenantId, device: '', ip: '', absoluteExpiresAt, ...at },
  });
  const [roles, companies] = await Promise.all([
    prisma.role.findMany({ where: { tenantId }, orderBy: { code: 'asc' } }),
    prisma.company.findMany({ where: { tenantId }, orderBy: { id: 'asc' } }),
  ]);
  const { id: packageId } = await prisma.tenantPackage.create({
    data: { code: 'one', name: 'one', permissionGroups: ['merchant', 'bill', 'user'] },
  });
  const clock = { businessNow: () => now };
  const replicas = [makeReadSession(pool, clock), makeReadSession(pool, clock)];

  const idOf = <T extends { id: string }>(of: T[], n: number) => (of[n % of.length] as T).id;
  const change = async (name: keyof typeof changes, n: number) => {
    const ids: Record<string, string> = {
      role: idOf(roles, n),
      company: idOf(companies, n),
      parent: idOf(companies, n >> 4),
      package: packageId,
      member: member.id,
      user: member.userId,
      tenant: tenantId,
      session: sessionId,
    };
    // Numbered as they come, each a uuid.
    const values: string[] = [];
    const text = changes[name].replace(
      /\$([a-z]+)/g,
      (_, id: string) => `$${values.push(ids[id] as string)}::uuid`,
    );
    await pool.query(text, values);
  };
  const step = fc.record({
    change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
    n: fc.nat(255),
    replica: fc.constantFrom(0, 1),
  });

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      for (const taken of steps) {
        await change(taken.change, taken.n);
        const remembering = await replicas[taken.replica]?.(sessionId);
        const fresh = await makeReadSession(pool, clock)(sessionId);
        expect(remembering).toEqual(fresh);
        expect(fresh).not.toBeNull();
      }
    }),
    { numRuns: 80 },
  );
});

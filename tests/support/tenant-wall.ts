import { permissions } from '@xyxlx/contracts/permissions';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedEndpoints } from '../../apps/api/src/wire/reference/endpoints.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';
import { builtInRoles } from '../../packages/contracts/src/built-in-roles.ts';
import { type Reach, readReach } from './asked-tables.ts';
import { candidates, idPaths, inputsWith, recordsOf, tablesWithTenant } from './endpoint-inputs.ts';
import { listenToStatements } from './listen-to-statements.ts';
import { longSessions, startTestApi, type TestApi } from './test-api.ts';

const cases = describedEndpoints(false)
  .filter(({ definition }) => definition.access === 'session' && definition.kind !== 'upload')
  .flatMap(({ path, definition }) =>
    idPaths(schemaOf(definition.input, 'input')).map((field) => ({ ...field, endpoint: path, definition })),
  )
  // Who works in one's own records is told by one's own log, also where it is another tenant's platform administrator.
  .filter(({ endpoint, path }) => !(endpoint.startsWith('operationLog/') && String(path) === 'actorId'));

/** A role for each data scope with every permission. */
const scopedRoles = (['TENANT', 'COMPANY_TREE', 'MERCHANTS', 'SELF'] as const).map((dataScope) => ({
  code: `all-${dataScope}`,
  dataScope,
  permissions: [...permissions],
}));
/** The built-in roles of a tenant with their permissions. */
const ownRoles = builtInRoles.filter(({ dataScope }) => dataScope !== 'ALL');
const roles = [...scopedRoles, ...ownRoles];
const codes = { A: 'huadong', B: 'beichen' } as const;
type Key = keyof typeof codes;

let api: TestApi;
let admin: pg.Client;
/** The statements that the service has sent since they were last looked at. */
let asked: string[] = [];
let reach: Reach;
/** One id of each table by tenant. */
const records = new Map<Key, Map<string, string>>();

/** Records that the seed has none of, one a tenant. */
async function makeRecords(key: Key): Promise<void> {
  const tenantId = await tenantIdOf(key);
  const { prisma } = api.deps.database;
  const user = await prisma.membership.findFirstOrThrow({ where: { tenantId } });
  const company = await prisma.company.findFirstOrThrow({ where: { tenantId } });
  await prisma.channelBinding.create({
    data: {
      tenantId,
      channel: 'WEWORK',
      name: 'n',
      appId: 'a',
      externalId: key,
      address: 'https://x.example',
    },
  });
  await prisma.invoiceTitle.create({ data: { tenantId, companyId: company.id, title: 't', taxNo: 'x' } });
  await prisma.notification.create({
    data: { tenantId, userId: user.userId, kind: 'k', titleZh: 't', titleEn: 't' },
  });
  await prisma.approval.create({
    data: {
      tenantId,
      subjectType: 'companyCertification',
      subjectId: company.id,
      subjectLabel: 'x',
      makerId: user.userId,
      makerIds: [user.userId],
      makerName: 'x',
    },
  });
  await prisma.role.create({ data: { tenantId, code: 'isolation', name: 'isolation', dataScope: 'SELF' } });
}

async function tenantIdOf(key: Key): Promise<string> {
  return (await api.deps.database.prisma.tenant.findUniqueOrThrow({ where: { code: codes[key] } })).id;
}

async function member(key: Key, role: { code: string; dataScope: string; permissions: readonly string[] }) {
  const { prisma } = api.deps.database;
  const tenantId = await tenantIdOf(key);
  const company = await prisma.company.findFirst({ where: { tenantId, parentId: null } });
  const user = await prisma.user.create({
    data: {
      mobile: `${key}-${role.code}@isolation.example`.toLowerCase(),
      name: role.code,
      passwordHash: '-',
    },
  });
  const membership = await prisma.membership.create({
    data: { tenantId, userId: user.id, companyId: company?.id ?? null },
  });
  const { id: roleId } = await prisma.role.create({
    data: {
      tenantId,
      code: `isolation-${role.code}`,
      name: `isolation ${role.code}`,
      dataScope: role.dataScope as 'TENANT',
      permissions: [...role.permissions],
    },
  });
  await prisma.membershipRole.create({ data: { tenantId, membershipId: membership.id, roleId } });
  const { token } = await api.deps.sessions.open(
    prisma,
    { userId: user.id, tenantId },
    { device: 'test', ip: '127.0.0.1' },
  );
  return token;
}

/** Only the tables that the endpoint is named after, where it is after any: enough for the roles that see less than the one that tries everything. */
function likely(endpoint: string, of: Map<string, string>): Map<string, string> {
  const words = (table: string) => table.split('_').map((word) => word.replace(/(ies|s)$/, ''));
  const fits = [...of].filter(([table]) =>
    words(table).some((word) => word.length > 3 && endpoint.toLowerCase().includes(word)),
  );
  return new Map(fits);
}

async function answerTo(endpoint: string, token: string, input: object): Promise<string> {
  const answer = await fetch(`${api.url}/xyxlx/${endpoint}`, {
    method: 'POST',
    headers: { Authorization: token, Resourcestype: 'PC', 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
  const text = await answer.text();
  // New ids and times differ between any two answers; what is told of a record does not.
  return `${answer.status} ${text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID').replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'TIME')}`;
}

async function answersTo(
  one: (typeof cases)[number],
  token: string,
  inputs: readonly object[],
  thorough: boolean,
): Promise<string[]> {
  const answers: string[] = [];
  for (const input of inputs) {
    const answer = await answerTo(one.endpoint, token, input);
    answers.push(answer);
    // One input that fits the contract is enough where not everything is tried.
    if (!thorough && !answer.startsWith('400')) break;
  }
  return answers;
}

/** All that a tenant has, but for what its own sessions and readers leave behind. */
async function contentOf(key: Key): Promise<string> {
  const tenantId = await tenantIdOf(key);
  const sums: string[] = [];
  for (const table of await tablesWithTenant(admin)) {
    if (['sessions', 'idempotency_keys', 'operation_log_seals', 'operation_log_heads'].includes(table))
      continue;
    const { rows } = await admin.query(
      `SELECT count(*) AS n, md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS sum
       FROM ${table} t WHERE tenant_id = $1`,
      [tenantId],
    );
    sums.push(`${table} ${rows[0].n} ${rows[0].sum}`);
  }
  return sums.join('\n');
}

type Role = { code: string; permissions: readonly string[] };
/** The endpoints that people with a role walk along. */
interface Walk {
  code: string;
  cases: typeof cases;
}

const isLetIn = ({ permissions: own }: Role, { definition }: (typeof cases)[number]) =>
  !definition.permission || own.includes(definition.permission);
const walkOf = (role: Role): Walk => ({
  code: role.code,
  cases: cases.filter((one) => isLetIn(role, one)),
});

/** A role for each data scope with every permission, the one that tries everything first. */
export const rolesOfScopes: readonly Walk[] = scopedRoles.map(walkOf);

/** The built-in role that may do most in a tenant. */
export const administrator: readonly Walk[] = ownRoles
  .filter(({ code }) => code === 'tenant-admin')
  .map(walkOf);

const fromLeast = ownRoles.toSorted((one, other) => one.permissions.length - other.permissions.length);
/** The built-in roles of a tenant, each at the endpoints at which no role with fewer permissions is let in: who may more sees no more there. */
export const leastRoles: readonly Walk[] = fromLeast
  .map((role, place) => ({
    code: role.code,
    cases: walkOf(role).cases.filter((one) => !fromLeast.slice(0, place).some((less) => isLetIn(less, one))),
  }))
  .filter((walk) => walk.cases.length > 0);

/** Declares the tests: people of one tenant with these roles name the other tenant's records at every endpoint. */
export function testWall(mine: Key, theirs: Key, walks: readonly Walk[]): void {
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    api = await startTestApi({ settings: longSessions });
    admin = await connect(api.databaseUrl);
    listenToStatements(api, (statement) => asked.push(statement));
    reach = await readReach(admin);
    for (const key of [mine, theirs]) {
      await makeRecords(key);
      records.set(key, await recordsOf(admin, await tenantIdOf(key)));
    }
    for (const role of roles) {
      if (walks.some(({ code }) => code === role.code)) tokens.set(role.code, await member(mine, role));
    }
  }, 120_000);
  afterAll(async () => {
    await admin.end();
    await api.close();
  });

  describe(`another tenant’s id: 406 记录不存在, byte-identical to a missing one (${mine} looks at ${theirs})`, () => {
    test('there is something to look for', () => {
      expect(cases.length).toBeGreaterThan(50);
      expect(records.get(theirs)?.size).toBeGreaterThan(10);
    });

    test.each(walks)('as $code', { timeout: 300_000 }, async ({ code, cases }) => {
      const thorough = code === 'all-TENANT';
      const token = tokens.get(code) as string;
      const own = records.get(mine) as Map<string, string>;
      const before = await contentOf(theirs);
      const differing: string[] = [];
      const unasked: string[] = [];
      for (const one of cases) {
        await admin.query('DELETE FROM rate_windows');
        const all = records.get(theirs) as Map<string, string>;
        const probable = likely(one.endpoint, all);
        asked = [];
        const inputs = inputsWith(one, own);
        const missing = await answersTo(one, token, inputs(crypto.randomUUID()), thorough);
        const possible = new Map([...reach(asked, all), ...probable]);
        const ids = candidates(one.name, all, thorough || probable.size === 0 ? possible : probable);
        if (asked.length === 0) unasked.push(`${one.endpoint}: no statement`);
        // An input that is refused for its form, or a session that ended on the way, would prove nothing.
        if (missing.every((answer) => /^(400|404|405|415|5\d\d) |"code":40[023]/.test(answer))) {
          unasked.push(`${one.endpoint}: ${missing}`);
        }
        // A service answers only so many exports side by side.
        const atOnce = one.definition.kind === 'download' ? 1 : 6;
        for (let from = 0; from < ids.length; from += atOnce) {
          const answers = await Promise.all(
            ids.slice(from, from + atOnce).map((id) => answersTo(one, token, inputs(id), thorough)),
          );
          for (const foreign of answers) {
            if (foreign.join() === missing.join()) continue;
            differing.push(`${one.endpoint} ${one.path.join('.')}: ${foreign} ≠ ${missing}`);
          }
        }
      }
      expect(differing).toEqual([]);
      expect(unasked).toEqual([]);
      expect(await contentOf(theirs)).toBe(before);
    });
  });
}

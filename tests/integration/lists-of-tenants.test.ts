import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedEndpoints } from '../../apps/api/src/wire/reference/endpoints.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

/** The lists that have each row's tenant and a filter by it. */
const lists = describedEndpoints(false).filter(
  ({ path, definition: { input } }) =>
    /\/query[A-Z]/.test(path) && schemaOf(input, 'input').properties?.tenantId,
);

let api: TestApi;
let tokens: { platform: string; tenant: string };
let tenants: { id: string; name: string }[];
beforeAll(async () => {
  api = await startTestApi();
  const [platform, tenant] = [await api.signIn('13800000001'), await api.signIn('13800000002')];
  tokens = { platform, tenant };
  tenants = await api.deps.database.prisma.tenant.findMany({ select: { id: true, name: true } });
}, 120_000);
afterAll(() => api.close());

async function rowsOf(path: string, input: object, token: string) {
  const { body } = await api.call(path, { pageSize: 200, ...input }, token);
  expect([path, body.code]).toEqual([path, 200]);
  return body.result as {
    total: number;
    list: { id: string; tenant: { id: string; name: string } | null }[];
  };
}

test('lists with money, of merchants and of stores can be cut down to one tenant', () => {
  expect(lists.map(({ path }) => path).sort()).toEqual([
    'bill/queryBill',
    'billChange/queryBatch',
    'consumption/queryConsumption',
    'employee/queryEmployee',
    'invoice/queryInvoice',
    'limit/queryAdjustment',
    'lottery/queryLottery',
    'merchant/queryMerchant',
    'store/queryStore',
  ]);
});

test('a platform administrator is told of each row whose it is, and sees of a filtered list one tenant’s alone', async () => {
  const filled: string[] = [];
  for (const { path } of lists) {
    const all = await rowsOf(path, {}, tokens.platform);
    expect(
      all.list.every(({ tenant }) =>
        tenants.some((one) => one.id === tenant?.id && one.name === tenant.name),
      ),
    ).toBe(true);
    const parts = await Promise.all(tenants.map(({ id }) => rowsOf(path, { tenantId: id }, tokens.platform)));
    expect(parts.map(({ list }, n) => list.every(({ tenant }) => tenant?.id === tenants[n]?.id))).toEqual(
      tenants.map(() => true),
    );
    if (all.total <= 200) expect(parts.reduce((sum, { total }) => sum + total, 0)).toBe(all.total);
    if (parts.filter(({ total }) => total > 0).length > 1) filled.push(path);
  }
  expect(filled.length).toBeGreaterThan(4);
});

test('who sees one tenant is told none, and finds nothing of another whatever they filter by', async () => {
  const mine = await api.call('userAccount/getUser', {}, tokens.tenant);
  for (const { path } of lists) {
    const all = await rowsOf(path, {}, tokens.tenant);
    expect(all.list.filter(({ tenant }) => tenant !== null)).toEqual([]);
    for (const { id } of tenants) {
      const { total } = await rowsOf(path, { tenantId: id }, tokens.tenant);
      expect([path, total]).toEqual([path, id === mine.body.result.tenant.id ? all.total : 0]);
    }
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedEndpoints } from '../../apps/api/src/wire/reference/endpoints.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';
import { recordOrder } from '../support/card-orders.ts';
import { cardHolder, cardProduct, madeCard, recordCardImport } from '../support/cards.ts';
import { csvLines } from '../support/csv-lines.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { recordTopUp } from '../support/top-ups.ts';
import { recordVoucher } from '../support/vouchers.ts';

const ofTenants = describedEndpoints(false).filter(
  ({ definition: { input } }) => schemaOf(input, 'input').properties?.tenantId,
);
/** The lists that have each row's tenant and a filter by it; what is one tenant's as a whole, such as its chart of accounts, has no pages. */
const lists = ofTenants.filter(
  ({ path, definition: { input } }) =>
    /\/query[A-Z]/.test(path) && schemaOf(input, 'input').properties?.pageNum,
);
/** The files of what they are filtered to; a trial balance is one tenant's. */
const files = ofTenants.filter(
  ({ path, definition: { kind } }) => kind === 'download' && path !== 'voucher/exportTrialBalance',
);
/** Says to everybody whose log a row is of. */
const log = 'operationLog/queryOperationLog';

let api: TestApi;
let tokens: { platform: string; administrator: string };
let tenants: { id: string; name: string }[];
beforeAll(async () => {
  api = await startTestApi();
  tokens = {
    platform: await api.signIn('13800000001'),
    administrator: await api.signIn('13800000004'),
  };
  tenants = await api.deps.database.prisma.tenant.findMany({ select: { id: true, name: true } });
  for (const { id: tenantId } of tenants) {
    await recordVoucher(api, { tenantId });
    const productId = await cardProduct(api, tenantId);
    const whose = await cardHolder(api, tenantId);
    await madeCard(api, { ...whose, productId });
    await recordCardImport(api, whose);
    await recordTopUp(api, { tenantId });
    await recordOrder(api, { tenantId });
  }
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

test('lists with money, of merchants, stores, platforms, brands and channel accounts, of approvals and of the log can be cut down to one tenant', () => {
  expect(lists.map(({ path }) => path).sort()).toEqual([
    'approval/queryApproval',
    'approval/queryTodo',
    'autoIssue/queryExecution',
    'autoIssue/queryPlan',
    'bill/queryBill',
    'billChange/queryBatch',
    'brand/queryBrand',
    'card/queryCard',
    'card/queryCardImport',
    'card/queryProduct',
    'channel/queryBinding',
    'company/queryCompany',
    'consumption/queryConsumption',
    'creditLimit/queryIssue',
    'employee/queryEmployee',
    'fund/queryAccount',
    'fund/queryFlow',
    'fund/queryHold',
    'fund/queryLine',
    'fund/queryReconciliation',
    'fund/queryTransfer',
    'invoice/queryInvoice',
    'limit/queryAdjustment',
    'lottery/queryLottery',
    'merchant/queryMerchant',
    'operationLog/queryOperationLog',
    'order/queryOrder',
    'platform/queryAccount',
    'platform/queryPlatform',
    'rule/queryInstitution',
    'store/queryStore',
    'topup/queryTopUp',
    'voucher/queryVoucher',
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
    // The log grows while it is read.
    const found = new Set(parts.flatMap(({ list }) => list.map(({ id }) => id)));
    if (all.total <= 200) expect(all.list.filter(({ id }) => !found.has(id))).toEqual([]);
    if (parts.filter(({ total }) => total > 0).length > 1) filled.push(path);
  }
  expect(filled.length).toBeGreaterThan(4);
});

test('who sees one tenant is told none, and finds nothing of another whatever they filter by', async () => {
  const mine = await api.call('userAccount/getUser', {}, tokens.administrator);
  for (const { path } of lists) {
    const all = await rowsOf(path, {}, tokens.administrator);
    const own = mine.body.result.tenant.id;
    const told = all.list.flatMap(({ tenant }) => tenant?.id ?? []);
    expect([path, [...new Set(told)]]).toEqual([path, path === log ? [own] : []]);
    for (const { id } of tenants) {
      const { total } = await rowsOf(path, { tenantId: id }, tokens.administrator);
      if (id === own) expect(total).toBeGreaterThanOrEqual(all.total);
      else expect([path, total]).toEqual([path, 0]);
    }
  }
});

test('files of what such a list is filtered to name each row’s tenant, to a platform administrator alone', async () => {
  expect(files.map(({ path }) => path).sort()).toEqual([
    'bill/exportBill',
    'bill/exportBillDetails',
    'card/exportCard',
    'consumption/exportConsumption',
    'employee/exportEmployee',
    'fund/exportFlow',
    'limit/exportAdjustment',
    'lottery/exportLottery',
    'merchant/exportMerchant',
    'operationLog/exportOperationLog',
    'order/exportOrder',
    'topup/exportTopUp',
    'voucher/exportVoucher',
  ]);
  const linesOf = async (path: string, input: object, token: string) => {
    const { text } = await api.call(path, { format: 'csv', ...input }, token);
    return csvLines(text);
  };
  const [tenant, other] = tenants.toSorted((a, b) => a.name.localeCompare(b.name));
  for (const { path } of files) {
    const [heading = [], ...rows] = await linesOf(path, { tenantId: tenant?.id }, tokens.platform);
    expect([path, heading.indexOf('租户')]).toEqual([path, 1]);
    expect([path, [...new Set(rows.map((cells) => cells[1]))]]).toEqual([path, [tenant?.name]]);
    const [own = []] = await linesOf(path, { tenantId: other?.id }, tokens.administrator);
    expect([path, own.length]).toEqual([path, heading.length - 1]);
    expect([path, own.includes('租户')]).toEqual([path, false]);
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Described, describedEndpoints } from '../../apps/api/src/wire/reference/endpoints.ts';
import { exampleOf } from '../../apps/api/src/wire/reference/example-of.ts';
import { schemaOf } from '../../apps/api/src/wire/reference/open-api.ts';
import { nameOfRecord } from '../support/scope-truth.ts';
import { openScopeWorld, type ScopeWorld, scopes } from '../support/scope-world.ts';
import { send } from '../support/send.ts';

/** Everything that answers rows without being told of which record. */
const lists = describedEndpoints(false).filter(
  ({ path, definition: { access, kind, input } }) =>
    access === 'session' &&
    (kind === 'query' || kind === 'download') &&
    // Figures, and why one may not: no rows, or the first few alone.
    !/\/sum[A-Z]/.test(path) &&
    // A tenant's books add companies up, so who sees less sees none: said in areas/voucher/books.test.ts.
    !path.startsWith('voucher/') &&
    ![
      'home/getHome',
      'role/explainPermission',
      'approval/forecastAct',
      'approval/forecastActs',
      'rule/previewScope',
      'autoIssue/previewPlan',
      'compliance/previewRule',
    ].includes(path) &&
    !(schemaOf(input, 'input').required ?? []).some((name) => /(^id|Id)$/.test(name)),
);

/** What the tenant has as a whole: users who see less of it still see these. */
const ofTheTenant = [
  'userAccount/downloadUserTemplate',
  'merchant/queryBrandOption',
  'merchant/queryPlatformOption',
  'platform/queryPlatform',
  'platform/queryAccountPlatform',
  'brand/queryBrand',
  'card/queryProduct',
  'card/getPolicy',
  'employee/importTemplate',
  'card/cardTemplate',
  'compliance/queryMemberOption',
  'lottery/queryActivity',
  'subApp/querySubApp',
  'approval/queryRule',
  'operationLog/queryLogAction',
  'channel/queryBinding',
  'tenant/queryTenant',
  'tenant/queryPackage',
  'role/queryRole',
  'role/getPermissionTree',
];

/** The caller's own matters: nobody else's are in it, with any data scope. */
const ownMatters = [
  'userAccount/getUser',
  'userAccount/queryTenantChoice',
  'userAccount/querySession',
  'userAccount/queryLoginRecord',
  'userAccount/getInvitationCount',
  'userAccount/querySignOnBinding',
  'preference/getPreferences',
  'preference/querySharedView',
  'approval/todoCount',
  // Counts, which name nothing; that they are the caller's is held where bills are.
  'bill/queryBillWait',
  'notification/queryNotification',
  'notification/unreadCount',
  'operationLog/queryOperationLog',
  'operationLog/queryLogActor',
  'operationLog/exportOperationLog',
  'company/getOwnCompany',
  'own/getAccount',
  'own/queryCard',
  'own/queryPayment',
  'job/queryJob',
];

let world: ScopeWorld;
beforeAll(async () => {
  world = await openScopeWorld();
  // In December the home page asks everybody for next year's calendar.
  await world.api.deps.database.prisma.$executeRaw`
    INSERT INTO national_days (day, kind, name)
    SELECT (date_trunc('year', now() AT TIME ZONE 'Asia/Shanghai') + interval '1 year')::date, 'OFF', '元旦'`;
}, 120_000);
afterAll(() => world.close());

/** Says of the caller and not of the row, or names what a row hangs below. */
const aside = [
  ...['grantable', 'canDecide', 'whyNot', 'canWithdraw', 'memberCount', 'merchantCount'],
  ...['parent', 'parentId', 'merchants', 'maker', 'checker'],
  // Told to who sees all of the tenant alone.
  'source',
];

/** The rows of a list, on all its pages, or of a file, as texts. */
async function rowsOf({ path, definition }: Described, token: string): Promise<string[]> {
  const { kind } = definition;
  const schema = schemaOf(definition.input, 'input');
  const input = exampleOf(schema, '', false) as Record<string, unknown>;
  if (kind === 'download') {
    const text = await send(world.api.url, path, token, { ...input, format: 'csv' }, kind);
    expect(`${path} ${text}`).toMatch(/^\S+ 200 /);
    return text.trim().split('\n').slice(1);
  }
  const rows: string[] = [];
  for (let pageNum = 1; ; pageNum++) {
    const paged = schema.properties?.pageNum ? { pageNum, pageSize: 200 } : {};
    const answer = await send(world.api.url, path, token, { ...input, ...paged }, kind);
    expect(`${path} ${answer}`).toMatch(/^\S+ 200 \{"code":200/);
    const { result } = JSON.parse(answer.slice(4));
    const list: unknown[] = Array.isArray(result)
      ? result
      : (result?.list ?? ('id' in (result ?? {}) ? [result] : Object.values(result ?? {}).flat()));
    rows.push(
      ...list.map((row) => JSON.stringify(row, (key, value) => (aside.includes(key) ? undefined : value))),
    );
    if (!schema.properties?.pageNum || list.length < 200) return rows;
  }
}

describe.each(scopes)('somebody whose role is of %s', (scope) => {
  test('every list and every file holds, of what the tenant has, exactly what they see', {
    timeout: 120_000,
  }, async () => {
    const { token, outside, seen } = world.person(scope);
    const companies = await world.api.deps.database.prisma.company.findMany({
      where: { tenantId: world.tenantId },
    });
    const wrong: unknown[] = [];
    let cut = 0;
    for (const list of lists) {
      // Lists of companies and of their funds hold fewer than are named beside merchants.
      const kept = /^(company|fund)\//.test(list.path)
        ? seen.companies
        : [
              'userAccount/queryUserOption',
              'platform/queryAccountCompany',
              'topup/queryCompanyOption',
            ].includes(list.path)
          ? seen.tree
          : companies.map(({ id }) => id);
      const hidden = companies.filter(({ id }) => !kept.includes(id)).flatMap(({ id, name }) => [id, name]);
      const isOutside = (row: string) =>
        (row.match(nameOfRecord) ?? []).some((name) => outside.has(name) || hidden.includes(name));
      const all = await rowsOf(list, world.whole);
      const some = await rowsOf(list, token);
      const expected = ofTheTenant.includes(list.path) ? all : all.filter((row) => !isOutside(row));
      if (expected.length < all.length && expected.length > 0) cut++;
      const leaked = some.filter(isOutside);
      const differs = ownMatters.includes(list.path)
        ? leaked.length > 0
        : some.join('\n') !== expected.join('\n');
      if (differs)
        wrong.push({
          path: list.path,
          leaked: leaked.slice(0, 2),
          some: some.length,
          expected: expected.length,
          all: all.length,
        });
    }
    expect(
      wrong,
      'Cut a new list to the data scope, or say in this file that the tenant has it as a whole or that it is its caller’s own',
    ).toEqual([]);
    expect(cut).toBeGreaterThan(scope === 'SELF' ? 0 : 12);
  });
});

test.each(scopes)(
  'the home page counts, of what the tenant has, exactly what somebody of %s sees',
  async (scope) => {
    const { token, seen } = world.person(scope);
    const { body } = await world.api.call('home/getHome', {}, token);
    const { fund, limits, spend, trend, topMerchants, todos, today } = body.result;
    const sum = async (text: string) =>
      (await world.admin.query(text, [seen.merchants, seen.tree, today])).rows[0];
    const known = '$1::uuid[] IS NOT NULL AND $2::uuid[] IS NOT NULL AND $3::date IS NOT NULL';
    expect(fund).toEqual(
      await sum(`SELECT coalesce(sum(balance - frozen), 0)::float8 AS "availableBalance", coalesce(sum(frozen), 0)::float8 AS "frozenBalance"
      FROM fund_accounts WHERE kind = 'ENTERPRISE' AND company_id = ANY($2) AND ${known}`),
    );
    expect(limits).toEqual(
      await sum(`SELECT coalesce(sum(available), 0)::float8 AS "availableLimit", coalesce(sum(locked), 0)::float8 AS "lockedLimit"
      FROM limit_accounts WHERE merchant_id = ANY($1) AND ${known}`),
    );
    const paid = `FROM consumption_records WHERE merchant_id = ANY($1) AND type <> 'REFUND' AND state NOT IN ('PROCESSING', 'FAILED')
    AND (paid_at AT TIME ZONE 'Asia/Shanghai')::date BETWEEN $3::date - 29 AND $3::date AND ${known}`;
    expect({
      amount: trend.reduce((total: number, day: { consumeAmount: number }) => total + day.consumeAmount, 0),
      count: trend.reduce((total: number, day: { consumeCount: number }) => total + day.consumeCount, 0),
    }).toEqual(
      await sum(`SELECT coalesce(sum(amount), 0)::float8 AS amount, count(*)::int AS count ${paid}`),
    );
    expect({ amount: spend.todayAmount, count: spend.todayCount }).toEqual(
      await sum(`SELECT coalesce(sum(amount), 0)::float8 AS amount, count(*)::int AS count ${paid}
      AND (paid_at AT TIME ZONE 'Asia/Shanghai')::date = $3::date`),
    );
    expect(
      topMerchants.filter((top: { merchant: { id: string } }) => !seen.merchants.includes(top.merchant.id)),
    ).toEqual([]);
    expect(topMerchants).toHaveLength(
      Math.min(10, (await sum(`SELECT count(DISTINCT merchant_id)::int AS count ${paid}`)).count),
    );
    const ofBills = '(merchant_id = ANY($1) OR company_id = ANY($2))';
    const counted = await sum(`SELECT
    (SELECT count(*) FROM limit_batches WHERE merchant_id = ANY($1) AND state = 'READY')::int AS "batchReady",
    (SELECT count(*) FROM limit_batches WHERE merchant_id = ANY($1) AND state IN ('FAILED', 'PARTLY_DONE', 'STOPPED'))::int AS "batchFailed",
    (SELECT count(*) FROM issue_batches WHERE merchant_id = ANY($1) AND state IN ('FAILED', 'PARTLY_DONE', 'STOPPED'))::int AS "issueFailed",
    (SELECT count(*) FROM bills WHERE ${ofBills} AND state = 'OPEN' AND period < to_char(now() AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM'))::int AS "billDue",
    (SELECT count(*) FROM bills WHERE ${ofBills} AND state = 'DISPUTED')::int AS "billDisputed",
    (SELECT count(*) FROM bills WHERE ${ofBills} AND state = 'ANSWERED')::int AS "billAnswered",
    (SELECT count(*) FROM bills WHERE ${ofBills} AND state = 'CONFIRMED')::int AS "billToSettle",
    (SELECT count(*) FROM lottery_records WHERE merchant_id = ANY($1) AND state = 'FAILED')::int AS "lotteryFailed",
    (SELECT count(*) FROM fund_accounts WHERE company_id = ANY($2) AND balance - frozen < threshold)::int AS "fundLow",
    (SELECT count(*) FROM statement_lines l JOIN platform_accounts a ON a.id = l.account_id
      WHERE a.company_id = ANY($2) AND l.state = 'UNCLAIMED')::int AS "lineUnclaimed",
    (SELECT count(*) FROM reconciliations r JOIN platform_accounts a ON a.id = r.account_id
      WHERE a.company_id = ANY($2) AND r.state = 'BROKEN')::int AS "dayBroken"
    WHERE ${known}`);
    const shown = Object.fromEntries(
      todos.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    );
    expect({ ...Object.fromEntries(Object.keys(counted).map((kind) => [kind, 0])), ...shown }).toEqual(
      counted,
    );
    // A part of the whole, and for all but 仅本人 something.
    if (scope === 'COMPANY_TREE') {
      const { batchReady, batchFailed, billDisputed, fundLow } = counted;
      expect([batchReady, batchFailed, billDisputed, fundLow]).not.toContain(0);
    }
    if (scope !== 'SELF') expect(topMerchants.length).toBeGreaterThan(0);
  },
);

test.each(scopes)('approvals that wait for somebody of %s are as many as the list has', async (scope) => {
  const { token } = world.person(scope);
  const [count, list] = [
    await world.api.call('approval/todoCount', {}, token),
    await world.api.call('approval/queryTodo', { pageSize: 200 }, token),
  ];
  expect(count.body.result.total).toBe(list.body.result.list.length);
  if (scope !== 'SELF') expect(count.body.result.total).toBeGreaterThan(0);
});

test.each(scopes)(
  'a role names to somebody of %s, of the merchants that it covers, those that they see',
  async (scope) => {
    const { token, seen } = world.person(scope);
    const covered = async (as: string) => {
      const { body } = await world.api.call('role/queryRole', { pageSize: 200 }, as);
      const roles: { merchants: { id: string }[] }[] = body.result.list;
      return [...new Set(roles.flatMap(({ merchants }) => merchants.map(({ id }) => id)))].sort();
    };
    const all = await covered(world.whole);
    expect(all.length).toBeGreaterThan(1);
    expect(await covered(token)).toEqual(all.filter((id) => seen.merchants.includes(id)));
  },
);

type Row = Record<string, number> & { id: string; state: string; type: string };
const when = (is: boolean, amount: number | undefined) => (is ? (amount ?? 0) : 0);
/** By endpoint, its list and what a row of that adds to each figure. */
const sums: Record<string, [list: string, of: (row: Row) => Record<string, number>]> = {
  'consumption/sumConsumption': [
    'consumption/queryConsumption',
    ({ state, type, amount = 0 }) => {
      const paid = when(state !== 'PROCESSING' && state !== 'FAILED', amount);
      const [consumeAmount, refundAmount] = type === 'REFUND' ? [0, -paid] : [paid, 0];
      return { consumeAmount, refundAmount, netAmount: consumeAmount + refundAmount };
    },
  ],
  'limit/sumAdjustment': [
    'limit/queryAdjustment',
    ({ deltaLimit = 0 }) => ({
      increaseLimit: Math.max(deltaLimit, 0),
      decreaseLimit: Math.min(deltaLimit, 0),
      netLimit: deltaLimit,
    }),
  ],
  'lottery/sumLottery': [
    'lottery/queryLottery',
    ({ prizeAmount = 0, state }) => ({ prizeAmount, awardedAmount: when(state === 'AWARDED', prizeAmount) }),
  ],
  'employee/sumEmployee': [
    'employee/queryEmployee',
    ({ availableLimit = 0, lockedLimit = 0, usedLimit = 0 }) => ({ availableLimit, lockedLimit, usedLimit }),
  ],
  'card/sumCard': [
    'card/queryCard',
    ({ faceAmount = 0, balance = 0, heldBalance = 0 }) => ({ faceAmount, balance, heldBalance }),
  ],
  'approval/sumTodo': ['approval/queryTodo', ({ amount }) => ({ amount: amount ?? 0 })],
  'bill/sumBill': [
    'bill/queryBill',
    ({ state, refundedAmount = 0, ...row }) => ({
      issuedAmount: when(state !== 'OPEN', row.issuedAmount),
      consumedAmount: when(state !== 'OPEN', row.consumedAmount),
      refundedAmount: 0 - when(state !== 'OPEN', refundedAmount),
      recoveredAmount: when(state !== 'OPEN', row.recoveredAmount),
      topUpAmount: when(state !== 'OPEN', row.topUpAmount),
      feeAmount: when(state !== 'OPEN', row.feeAmount),
    }),
  ],
  'billChange/sumBatch': [
    'billChange/queryBatch',
    ({ increaseAmount = 0, decreaseAmount = 0 }) => ({
      increaseAmount,
      decreaseAmount: 0 - decreaseAmount,
      differenceAmount: increaseAmount - decreaseAmount,
    }),
  ],
  'creditLimit/sumIssue': [
    'creditLimit/queryIssue',
    ({ amount = 0, doneAmount = 0, takenBackAmount = 0 }) => ({ amount, doneAmount, takenBackAmount }),
  ],
  'invoice/sumInvoice': [
    'invoice/queryInvoice',
    ({ state, amount }) => ({
      issuedAmount: when(state === 'ISSUED' || state === 'REVERSED', amount),
      reversedAmount: 0 - when(state === 'REVERSED', amount),
      netAmount: when(state === 'ISSUED', amount),
    }),
  ],
};

test('every endpoint that adds up a list is held to that list below', () => {
  const named = describedEndpoints(false).map(({ path }) => path);
  expect(Object.keys(sums).sort()).toEqual(named.filter((path) => /\/sum[A-Z]/.test(path)).sort());
});

test.each(scopes)(
  'the sums that somebody of %s is told are those of the rows that they see',
  async (scope) => {
    const { token } = world.person(scope);
    const answerOf = async (path: string, input: object, as = token) =>
      (await world.api.call(path, input, as)).body.result;
    const everyRow = async (path: string, as: string): Promise<Row[]> => {
      const rows: Row[] = [];
      for (let pageNum = 1; ; pageNum++) {
        const { list } = await answerOf(path, { pageNum, pageSize: 200 }, as);
        rows.push(...list);
        if (list.length < 200) return rows;
      }
    };
    let summed = 0;
    for (const [path, [list, figuresOf]] of Object.entries(sums)) {
      const sumOf = (rows: Row[]) => {
        const figures: Record<string, number> = Object.fromEntries(
          Object.keys(figuresOf({} as Row)).map((name) => [name, 0]),
        );
        for (const row of rows)
          for (const [name, amount] of Object.entries(figuresOf(row)))
            figures[name] = (figures[name] ?? 0) + amount;
        return { count: rows.length, sums: figures };
      };
      const seen = await everyRow(list, token);
      expect([path, await answerOf(path, {})]).toEqual([path, sumOf(seen)]);
      const all = await everyRow(list, world.whole);
      expect([path, await answerOf(path, {}, world.whole)]).toEqual([path, sumOf(all)]);
      const picked = all.slice(0, 500).map(({ id }) => id);
      const own = seen.filter(({ id }) => picked.includes(id));
      expect([path, await answerOf(path, { ids: picked })]).toEqual([path, sumOf(own)]);
      if (own.length > 0 && own.length < picked.length) summed++;
    }
    if (scope !== 'SELF') expect(summed).toBeGreaterThan(4);
  },
);

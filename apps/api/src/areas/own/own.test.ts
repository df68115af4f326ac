import type { OwnCard } from '@xyxlx/contracts/own';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardHolder, cardHolder, cardProduct, madeCard } from '../../../../../tests/support/cards.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { ownUser } from '../../../../../tests/support/own-user.ts';
import { policyForm, publishPolicy } from '../../../../../tests/support/policies.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { lockAccounts } from '../../platform/fund/fund.ts';
import { holdFund } from '../../platform/fund/fund-hold.ts';
import { describedEndpoints } from '../../wire/reference/endpoints.ts';
import { schemaOf } from '../../wire/reference/open-api.ts';

let api: TestApi;
/** The employee, and a colleague of the same unit whose things are none of theirs. */
let mine: string;
let theirs: string;
let whose: CardHolder & { productId: string };
let colleague: CardHolder & { productId: string };
let staff: string;
const tenantId = tenantIdOf('A');

beforeAll(async () => {
  api = await startTestApi();
  const { prisma } = api.deps.database;
  const permissions = [
    'card.view',
    'card.edit',
    'rule.view',
    'rule.edit',
    'consumption.view',
    'limit.adjust',
  ];
  staff = (await operator(api, '卡务', { permissions })).token;
  const first = await cardHolder(api, tenantId);
  const productId = await cardProduct(api, tenantId);
  const second = await prisma.employee.findFirstOrThrow({
    where: { tenantId, merchantId: first.merchantId, state: 'ACTIVE', id: { not: first.employeeId } },
    orderBy: { id: 'asc' },
  });
  whose = { ...first, productId };
  colleague = { ...first, productId, employeeId: second.id };
  mine = await signIn(first.employeeId);
  theirs = await signIn(second.id);
});
afterAll(() => api.close());
beforeEach(() => api.clock.setBusinessOffset(0));

async function signIn(employeeId: string): Promise<string> {
  const { mobile } = await api.deps.database.prisma.employee.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: employeeId } },
  });
  await ownUser(api, { tenantId, mobile });
  return api.signIn(mobile);
}

const call = async (path: string, input: object = {}, token = mine) =>
  (await api.call(`own/${path}`, input, token)).body;
const made = (change: object = {}) => madeCard(api, { ...whose, ...change });
const missing = { msg: '记录不存在', result: null };
/** What an import holds of the company's fund for a card's face. */
const holdFace = (id: string) =>
  inTransaction(api.deps.database, async (tx) => {
    const locked = await lockAccounts(tx, [{ tenantId, companyId: whose.companyId, kind: 'ENTERPRISE' }]);
    const accountId = locked.get(`${whose.companyId} ENTERPRISE`)?.id as string;
    const hold = { accountId, amount: 100_000, sourceNo: 'C', by: '测试' };
    await holdFund(tx, { tenantId, source: { type: 'card', id }, now: api.clock.businessNow() }, hold);
  });
const fund = () =>
  api.deps.database.prisma.fundAccount.findUniqueOrThrow({
    where: { tenantId_companyId_kind: { tenantId, companyId: whose.companyId, kind: 'ENTERPRISE' } },
  });
const byStaff = async (path: string, id: string) =>
  (await api.call(`card/${path}`, { ids: [id], reason: '客户来电' }, staff)).body.result.rows[0];

describe('own cards', () => {
  test('are listed with their money and masked numbers, and nobody else’s', async () => {
    const id = await made({ balance: 45_600, pan: '9999000000000012' });
    const other = await madeCard(api, { ...colleague, balance: 300 });
    const { result } = await call('queryCard', { pageSize: 200 });
    const ids = result.list.map((card: OwnCard) => card.id);
    expect([ids.includes(id), ids.includes(other)]).toEqual([true, false]);
    expect(result.list.find((card: OwnCard) => card.id === id)).toMatchObject({
      ...{ maskedPan: '999900******0012', faceAmount: 100_000, balance: 45_600, availableBalance: 45_600 },
      ...{ state: 'ACTIVE', frozenByHolder: false, product: { id: whose.productId, name: '测试卡' } },
    });
    expect(JSON.stringify(result)).not.toContain('9999000000000012');
    expect((await call('queryCard', { pageSize: 200 }, theirs)).result.list).toEqual([
      expect.objectContaining({ id: other }),
    ]);
  });

  test('another’s id: 406 记录不存在, byte-identical to a missing one, at every endpoint', async () => {
    const id = await madeCard(api, { ...colleague, balance: 300, pan: '9999000000123459' });
    const where = { tenantId_id: { tenantId, id } };
    const before = await api.deps.database.prisma.card.findUniqueOrThrow({ where });
    const tried: string[] = [];
    for (const { path, definition } of describedEndpoints(false)) {
      const fields = Object.keys(schemaOf(definition.input, 'input').properties ?? {});
      const named = fields.find((name) => name === 'id' || name === 'cardId');
      // Those of orders name orders.
      if (!path.startsWith('own/') || /Order$|applyInvoice$/.test(path) || !named) continue;
      tried.push(path);
      const answer = (given: string) =>
        api.call(path, { [named]: given, ...(fields.includes('lastFour') && { lastFour: '3459' }) }, mine);
      const [foreign, unknown] = [await answer(id), await answer(crypto.randomUUID())];
      expect([path, foreign.text]).toEqual([path, unknown.text]);
      if (named === 'id') expect(foreign.body).toEqual({ code: 406, success: false, ...missing });
      else expect(foreign.body.result).toMatchObject({ list: [], total: 0 });
    }
    expect(tried.length).toBeGreaterThan(5);
    expect(await api.deps.database.prisma.card.findUniqueOrThrow({ where })).toEqual(before);
  });

  test('say what they may pay at most, by their product', async () => {
    const limits = { singleLimit: null, dayLimit: 20_000, monthLimit: null, dayCount: 5 };
    const id = await made({ productId: await cardProduct(api, tenantId, limits) });
    const { result } = await call('queryCard', { pageSize: 200 });
    expect(result.list.find((card: OwnCard) => card.id === id).limits).toEqual(limits);
  });

  test('in stock are nobody’s yet, though meant for somebody', async () => {
    const id = await made({ state: 'STOCK' });
    expect(await call('getCard', { id })).toMatchObject({ code: 406, ...missing });
    const { list } = (await call('queryCard', { pageSize: 200 })).result;
    expect(list.map((card: OwnCard) => card.id)).not.toContain(id);
  });

  test('show what moved them, cut to days', async () => {
    api.clock.setBusinessOffset(-40 * 86_400_000);
    const id = await made({ balance: 45_600 });
    api.clock.setBusinessOffset(0);
    const flows = async (span: object) => (await call('queryFlow', { cardId: id, ...span })).result.list;
    expect(await flows({})).toEqual([
      expect.objectContaining({ seq: 1, kind: 'LOAD', deltaAmount: 45_600, balanceAfter: 45_600 }),
    ]);
    const today = new Date(api.clock.businessNow().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await flows({ from: today })).toEqual([]);
    expect(await flows({ to: today })).toHaveLength(1);
  });

  test('tell why a payment was declined, and what was left', async () => {
    const id = await made({ balance: 30_000 });
    const { prisma } = api.deps.database;
    const binding = await prisma.channelBinding.findFirstOrThrow({ where: { tenantId } });
    const payee = await prisma.merchant.findFirstOrThrow({ where: { tenantId, state: 'ACTIVE' } });
    const at = api.clock.businessNow();
    await prisma.cardAuthorization.create({
      data: {
        ...{
          tenantId,
          bindingId: binding.id,
          reference: 'OWN-DECLINED-1',
          bodyHash: '0'.repeat(64),
          cardId: id,
        },
        ...{ amount: 50_000n, mcc: '5812', payeeMerchantId: payee.id, state: 'DECLINED', responseCode: '51' },
        ...{ availableAfter: 30_000n, createdAt: at, closedAt: at },
      },
    });
    expect((await call('queryAuthorization', { cardId: id })).result.list).toEqual([
      expect.objectContaining({
        ...{
          amount: 50_000,
          approvedAmount: 0,
          state: 'DECLINED',
          responseCode: '51',
          availableBalance: 30_000,
        },
        payee: { id: payee.id, name: payee.name },
      }),
    ]);
  });
});

describe('the holder', () => {
  test('freezes a card in one step and unfreezes it, as its life says', async () => {
    const id = await made();
    expect((await call('freeze', { id })).result).toMatchObject({ state: 'FROZEN', frozenByHolder: true });
    const where = { tenantId_id: { tenantId, id } };
    expect(await api.deps.database.prisma.card.findUniqueOrThrow({ where })).toMatchObject({
      frozenBy: 'HOLDER',
    });
    expect(await call('freeze', { id })).toMatchObject({ code: 406, msg: '当前状态为冻结，不能冻结' });
    const { result } = await call('unfreeze', { id });
    expect(result).toMatchObject({ state: 'ACTIVE', frozenByHolder: false });
    expect(result.events).toEqual([
      expect.objectContaining({ action: 'UNFREEZE', toState: 'ACTIVE', byHolder: true }),
      expect.objectContaining({ action: 'FREEZE', toState: 'FROZEN', byHolder: true }),
    ]);
    const logs = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: id, result: 'SUCCESS' },
      orderBy: { createdAt: 'asc' },
    });
    expect(logs.map(({ module, action, targetType }) => [module, action, targetType])).toEqual([
      ['own', 'freeze', 'card'],
      ['own', 'unfreeze', 'card'],
    ]);
  });

  test.each(['OPERATOR', 'COMPLIANCE', 'LEFT'] as const)(
    'does not unfreeze what %s froze, and is not told who did',
    async (frozenBy) => {
      const id = await made({ state: 'FROZEN' });
      const where = { tenantId_id: { tenantId, id } };
      await api.deps.database.prisma.card.update({ where, data: { frozenBy, stateReason: '疑似套现' } });
      expect(await call('unfreeze', { id })).toMatchObject({
        code: 406,
        msg: '卡片暂不可用，请联系客服',
      });
      const shown = await call('getCard', { id });
      expect(shown.result).toMatchObject({ state: 'FROZEN', frozenByHolder: false });
      expect(JSON.stringify(shown)).not.toMatch(/疑似套现|COMPLIANCE|合规/);
    },
  );

  test('has what they froze unfrozen by staff, too', async () => {
    const id = await made();
    await call('freeze', { id });
    expect(await byStaff('unfreezeCard', id)).toMatchObject({ ok: true });
    expect((await call('getCard', { id })).result).toMatchObject({ state: 'ACTIVE' });
  });

  test('activates a card by its last four digits: the face value is on it, once, out of what is held for it', async () => {
    const id = await made({ state: 'PENDING' });
    const before = await fund();
    await holdFace(id);
    const { maskedPan } = (await call('getCard', { id })).result;
    const lastFour = maskedPan.slice(-4);
    const wrong = { id, lastFour: lastFour === '0000' ? '0001' : '0000' };
    expect(await call('activate', wrong)).toMatchObject({ code: 406, msg: '卡号后四位不正确' });
    const answers = await Promise.all([
      call('activate', { id, lastFour }),
      call('activate', { id, lastFour }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    const { result } = await call('getCard', { id });
    expect(result).toMatchObject({ state: 'ACTIVE', balance: 100_000, availableBalance: 100_000 });
    expect(result.events).toEqual([
      expect.objectContaining({ action: 'ACTIVATE', toState: 'ACTIVE', byHolder: true }),
    ]);
    expect((await call('queryFlow', { cardId: id })).result.list).toEqual([
      expect.objectContaining({ kind: 'LOAD', deltaAmount: 100_000 }),
    ]);
    const paid = { balance: before.balance - 100_000n, frozen: before.frozen };
    expect(await fund()).toMatchObject(paid);
  });

  test('reports a card lost by its last four digits alone, and staff takes it back', async () => {
    const id = await made();
    const { maskedPan } = (await call('getCard', { id })).result;
    const lastFour = maskedPan.slice(-4);
    const wrong = lastFour === '0000' ? '0001' : '0000';
    expect(await call('reportLoss', { id, lastFour: wrong })).toMatchObject({
      code: 406,
      msg: '卡号后四位不正确',
      result: { issues: [{ path: 'lastFour', message: '卡号后四位不正确' }] },
    });
    expect((await api.call('own/reportLoss', { id }, mine)).status).toBe(400);
    expect((await call('getCard', { id })).result.state).toBe('ACTIVE');
    expect((await call('reportLoss', { id, lastFour })).result).toMatchObject({ state: 'LOST' });
    expect(await call('unfreeze', { id })).toMatchObject({ code: 406 });
    expect(await byStaff('cancelLossCard', id)).toMatchObject({ ok: true });
  });

  test('does not report an anonymous card lost', async () => {
    const productId = await cardProduct(api, tenantId, { naming: 'ANONYMOUS' });
    const id = await made({ productId, naming: 'ANONYMOUS' });
    await api.deps.database.prisma.card.update({
      where: { tenantId_id: { tenantId, id } },
      data: { employeeId: whose.employeeId },
    });
    const { maskedPan } = (await call('getCard', { id })).result;
    expect(await call('reportLoss', { id, lastFour: maskedPan.slice(-4) })).toMatchObject({
      code: 406,
      msg: '不记名卡不支持挂失',
    });
  });

  test('who presses twice at once freezes once', async () => {
    const id = await made();
    const answers = await Promise.all([call('freeze', { id }), call('freeze', { id })]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect((await call('getCard', { id })).result.events).toHaveLength(1);
  });
});

describe('own limits and payments', () => {
  test('are those of the employee, lot by lot with their end', async () => {
    const { prisma } = api.deps.database;
    const limits = await prisma.limitAccount.findFirstOrThrow({
      where: { tenantId, employeeId: whose.employeeId },
    });
    const { result } = await call('getAccount');
    expect(result.limits).toMatchObject({
      totalLimit: Number(limits.total),
      availableLimit: Number(limits.available),
      usedLimit: Number(limits.used),
    });
    const sum = result.lots.reduce(
      (all: number, lot: { availableLimit: number }) => all + lot.availableLimit,
      0,
    );
    expect(sum + result.limits.generalLimit).toBe(result.limits.availableLimit);
  });

  test('a declined payment says why in the reader’s language, and a colleague’s is not there', async () => {
    api.clock.setBusinessOffset(Date.parse('2030-11-22T12:10:00+08:00') - api.clock.now().getTime());
    const makers = { maker: staff, checker: await api.signIn('13800000003') };
    const conditions = [{ factor: 'PER_DAY', operator: 'LE', value: 5_000 }];
    await publishPolicy(api, makers, policyForm(whose.employeeId, { rules: [{ conditions }] }));
    const pay = (employeeId: string, amount: number, paymentNo: string) =>
      api.call('dev/pay', { employeeId, amount, paymentNo }, staff);
    await pay(whose.employeeId, 6_000, 'POWN0000001');
    expect((await pay(whose.employeeId, 1_200, 'POWN0000002')).body.code).toBe(406);
    await pay(colleague.employeeId, 1_000, 'POWN0000003');
    const own = async (language: string) => {
      const { body } = await api.call('own/queryPayment', { from: '2030-11-22' }, mine, {
        'Accept-Language': language,
      });
      return body.result.list.map(({ paymentNo, state, declined }: Record<string, unknown>) => [
        ...[paymentNo, state, declined],
      ]);
    };
    expect(await own('zh')).toEqual([
      ['POWN0000002', 'FAILED', '今日已用 50.00 元，上限 50.00 元，剩余 0.00 元，本次 12.00 元'],
      ['POWN0000001', 'SUCCESS', null],
    ]);
    const [[, , inEnglish]] = await own('en');
    expect(inEnglish).toMatch(/50\.00.*12\.00/);
    expect(inEnglish).not.toMatch(/\p{Script=Han}/u);
  });
});

test.each([
  ['queryFlow', 'card_flows', 'created_at'],
  ['queryAuthorization', 'card_authorizations', 'created_at'],
  ['queryPayment', 'consumption_records', 'paid_at'],
] as const)(
  '%s holds from the first millisecond of the one day in Shanghai to the last of the other',
  async (path, table, column) => {
    const cardId = await made();
    const admin = await connect(api.databaseUrl);
    // None of it is ever changed once it is written.
    await admin.query(`SET session_replication_role = 'replica'`);
    const ofCard = path === 'queryPayment' ? {} : { cardId };
    if (path === 'queryPayment') await ownPaymentsFrom(admin);
    else await copyToCard(admin, table, cardId);
    const owned = path === 'queryPayment' ? `employee_id = '${whose.employeeId}'` : `card_id = '${cardId}'`;
    const moments = ['02-28T23:59:59.999', '02-29T00:00:00.000', '03-01T23:59:59.999', '03-02T00:00:00.000'];
    await admin.query(
      `UPDATE ${table} t SET ${column} = m.at FROM (SELECT ctid, row_number() OVER (ORDER BY ctid) AS n FROM ${table} WHERE ${owned} LIMIT 4) o
       JOIN unnest($1::timestamptz[]) WITH ORDINALITY m(at, n) USING (n) WHERE t.ctid = o.ctid`,
      [moments.map((moment) => `2024-${moment}+08:00`)],
    );
    await admin.end();
    const times = async (span: object) =>
      (await call(path, { ...ofCard, ...span })).result.list.map(
        (row: Record<string, string>) => row.paidAt ?? row.createdAt,
      );
    expect((await times({ from: '2024-02-29', to: '2024-03-01' })).toSorted()).toEqual([
      '2024-02-28T16:00:00.000Z',
      '2024-03-01T15:59:59.999Z',
    ]);
    expect(await times({ to: '2024-02-28' })).toEqual(['2024-02-28T15:59:59.999Z']);
    expect(await times({ from: '2024-03-02', to: '2024-03-02' })).toEqual(['2024-03-01T16:00:00.000Z']);
  },
);

/** Four rows of a card, which are only looked at by their time. */
async function copyToCard(
  admin: pg.Client,
  table: 'card_flows' | 'card_authorizations',
  cardId: string,
): Promise<void> {
  const [columns, values] =
    table === 'card_flows'
      ? [
          'source_id, source_type, kind, card_id, seq, delta, balance_after, company_id',
          `uuidv7(), 'card', 'SPEND', $2::uuid, n, -1, 0, (SELECT company_id FROM cards WHERE tenant_id = $1 AND id = $2::uuid)`,
        ]
      : [
          'binding_id, reference, body_hash, card_id, amount, mcc, state, response_code, available_after, created_at, closed_at',
          `(SELECT id FROM channel_bindings WHERE tenant_id = $1 LIMIT 1), 'DAYS-' || n || '-' || left($2::text, 8), repeat('0', 64), $2::uuid, 1, '5812', 'DECLINED', '51', 0, now(), now()`,
        ];
  await admin.query(
    `INSERT INTO ${table} (tenant_id, ${columns}) SELECT $1, ${values} FROM generate_series(1, 4) n`,
    [tenantId, cardId],
  );
}

/** Four records of the employee's own. */
async function ownPaymentsFrom(admin: pg.Client): Promise<void> {
  await admin.query(
    `UPDATE consumption_records SET employee_id = $2, merchant_id = $3
     WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM consumption_records WHERE tenant_id = $1 AND employee_id <> $2 LIMIT 4)`,
    [tenantId, whose.employeeId, whose.merchantId],
  );
}

import type { CardRow } from '@xyxlx/contracts/card';
import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordOrder } from '../../../../../tests/support/card-orders.ts';
import { type CardHolder, cardHolder, cardProduct, madeCard } from '../../../../../tests/support/cards.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { expireCards } from './expire-cards.ts';

let api: TestApi;
let clerk: string;
let stranger: string;
let whose: CardHolder & { productId: string };
const tenantId = tenantIdOf('A');
const reason = '客户来电';
const permissions = ['card.view', 'card.edit', 'card.reveal', 'card.export', 'card.product', 'card.approve'];

beforeAll(async () => {
  api = await startTestApi();
  clerk = (await operator(api, '卡务', { permissions })).token;
  stranger = (await operator(api, '外人', { permissions }, 'beichen')).token;
  whose = { ...(await cardHolder(api, tenantId)), productId: await cardProduct(api, tenantId) };
});
afterAll(() => api.close());
beforeEach(() => api.clock.setBusinessOffset(0));

const call = async (path: string, input: object, token = clerk) =>
  (await api.call(`card/${path}`, input, token)).body;
const made = (change: object = {}) => madeCard(api, { ...whose, ...change });
const present = async (id: string) => (await call('getCard', { id })).result;
/** What became of one card. */
const act = async (path: string, id: string, token = clerk) =>
  (await call(path, { ids: [id], reason }, token)).result.rows[0];

describe('cards', () => {
  test('are listed with product, holder and money, their numbers masked', async () => {
    const id = await made({ balance: 45_600, pan: '9999000000000012' });
    const { result } = await call('queryCard', { keyword: '0012' });
    expect(result.list).toEqual([
      expect.objectContaining({
        ...{ id, maskedPan: '999900******0012', faceAmount: 100_000, balance: 45_600, heldBalance: 0 },
        ...{ availableBalance: 45_600, state: 'ACTIVE', expiresAt: null, frozenBy: null },
        product: expect.objectContaining({ id: whose.productId, name: '测试卡' }),
        holder: expect.objectContaining({ id: whose.employeeId }),
      }),
    ]);
    expect(JSON.stringify(result)).not.toContain('9999000000000012');
  });

  test('are found by number, last four digits and holder, and by each filter', async () => {
    const anonymous = await cardProduct(api, tenantId, { naming: 'ANONYMOUS' });
    const id = await made({ productId: anonymous, naming: 'ANONYMOUS', balance: 300 });
    const named = await made({ state: 'FROZEN', balance: 5_000 });
    const { cardNo, maskedPan, holder } = await present(named);
    const found = async (filter: object) =>
      (await call('queryCard', { pageSize: 200, ...filter })).result.list.map((row: CardRow) => row.id);
    expect(await found({ keyword: cardNo.toLowerCase() })).toEqual([named]);
    expect(await found({ keyword: maskedPan.slice(-4) })).toContain(named);
    expect(await found({ keyword: holder.name })).toContain(named);
    expect(await found({ keyword: holder.name })).not.toContain(id);
    for (const [filter, has, lacks] of [
      [{ state: ['FROZEN'] }, named, id],
      [{ naming: ['ANONYMOUS'] }, id, named],
      [{ productId: anonymous }, id, named],
      [{ employeeId: whose.employeeId }, named, id],
      [{ minBalance: 301 }, named, id],
      [{ maxBalance: 300 }, id, named],
      [{ expiresFrom: '2020-01-01' }, id, named],
    ] as const) {
      const ids = await found(filter);
      expect([filter, ids.includes(has), ids.includes(lacks)]).toEqual([filter, true, false]);
    }
    expect(await found({ form: ['VIRTUAL'] })).not.toContain(id);
    expect(await found({ expiresTo: '2020-01-01' })).not.toContain(id);
    expect(await found({ merchantId: whose.merchantId, companyId: whose.companyId })).toContain(id);
    const other = await api.deps.database.prisma.company.findFirstOrThrow({
      where: { tenantId, id: { not: whose.companyId } },
    });
    expect(await found({ companyId: other.id })).not.toContain(id);
  });

  test('come to what they add up to', async () => {
    const productId = await cardProduct(api, tenantId);
    for (const balance of [100, 250]) await made({ productId, balance });
    const { result } = await call('sumCard', { productId });
    expect(result).toEqual({ count: 2, sums: { faceAmount: 200_000, balance: 350, heldBalance: 0 } });
  });

  test('say what they may pay at most, by their product', async () => {
    const limits = { singleLimit: 50_000, dayLimit: null, monthLimit: 300_000, dayCount: 5 };
    const productId = await cardProduct(api, tenantId, limits);
    const id = await made({ productId });
    expect((await call('getCard', { id })).result.limits).toEqual(limits);
  });

  test('end at the very instant that they are valid until, and not a millisecond before', async () => {
    const productId = await cardProduct(api, tenantId, { naming: 'ANONYMOUS' });
    const id = await made({ productId, naming: 'ANONYMOUS' });
    // Tomorrow, as the service's own minute ends what is past.
    const end = Date.now() + 86_400_000;
    await api.deps.database.prisma.card.update({
      where: { tenantId_id: { tenantId, id } },
      data: { expiresAt: new Date(end) },
    });
    const { businessNow } = api.clock;
    const stateAt = async (ms: number) => {
      api.clock.businessNow = () => new Date(ms);
      await expireCards(api.deps);
      api.clock.businessNow = businessNow;
      return (await present(id)).state;
    };
    expect([await stateAt(end - 1), await stateAt(end)]).toEqual(['ACTIVE', 'EXPIRED']);
  });

  test('are limited beside their product, of which the lower counts, by who may and with a reason', async () => {
    const productId = await cardProduct(api, tenantId, { singleLimit: 50_000, monthLimit: 90_000 });
    const id = await made({ productId });
    const none = { singleLimit: null, dayLimit: null, monthLimit: null, dayCount: null };
    expect((await call('getCard', { id })).result.ownLimits).toEqual(none);
    const limits = { singleLimit: 20_000, monthLimit: 200_000, dayCount: 3 };
    expect((await call('limitCard', { id, version: 1, ...limits })).code).toBe(400);
    expect((await call('limitCard', { id, version: 1, dayLimit: 0, reason })).code).toBe(400);
    expect(await call('limitCard', { id, version: 1, ...limits, reason }, stranger)).toMatchObject({
      msg: '记录不存在',
    });
    const { version } = (await call('getCard', { id })).result;
    const { result } = await call('limitCard', { id, version, ...limits, reason });
    expect(result).toMatchObject({
      limits: { singleLimit: 20_000, dayLimit: null, monthLimit: 90_000, dayCount: 3 },
      ownLimits: { ...none, ...limits },
      version: version + 1,
    });
    expect((await call('limitCard', { id, version, reason })).code, 'stale').toBe(406);
    const log = await api.deps.database.prisma.operationLog.findFirst({
      where: { targetId: id, action: 'limitCard', result: 'SUCCESS' },
    });
    const { dayLimit: _, ...before } = none;
    expect(log).toEqual(expect.objectContaining({ reason, before, after: limits }));
    const freed = await call('limitCard', { id, version: version + 1, reason });
    expect(freed.result).toMatchObject({ limits: { singleLimit: 50_000, dayCount: null }, ownLimits: none });
    const over = await made({ productId, state: 'CANCELLED' });
    const { version: last } = (await call('getCard', { id: over })).result;
    expect(await call('limitCard', { id: over, version: last, dayLimit: 1, reason })).toMatchObject({
      ...{ code: 406, msg: '当前状态为已注销，不能设置限额' },
    });
  });

  test('say up to what they can be topped up, by the policy of their naming, where their product can be', async () => {
    const { prisma } = api.deps.database;
    const productId = await cardProduct(api, tenantId, { reloadable: true });
    const id = await made({ productId });
    const reloadableTo = async () => (await call('getCard', { id })).result.reloadableTo;
    expect(await reloadableTo()).toBe(500_000);
    await prisma.cardProduct.update({
      where: { tenantId_id: { tenantId, id: productId } },
      data: { reloadable: false },
    });
    expect(await reloadableTo()).toBeNull();
  });

  test('of another tenant are 记录不存在', async () => {
    const id = await made();
    for (const [path, input] of [
      ['getCard', { id }],
      ['revealCard', { id, reason }],
      ['queryCardTrend', { cardId: id }],
    ] as const) {
      expect(await call(path, input, stranger)).toMatchObject({ code: 406, msg: '记录不存在' });
    }
    expect((await call('queryCard', { employeeId: whose.employeeId }, stranger)).result.total).toBe(0);
    expect((await call('queryCardFlow', { cardId: id }, stranger)).result.total).toBe(0);
    expect(await act('freezeCard', id, stranger)).toMatchObject({ ok: false, message: '记录不存在' });
  });

  test('show what moved them, the newest first, and the balance at the end of each of 90 days', async () => {
    api.clock.setBusinessOffset(-3 * 86_400_000);
    const id = await made({ balance: 45_600 });
    api.clock.setBusinessOffset(0);
    const { result } = await call('queryCardFlow', { cardId: id });
    expect(result.list).toEqual([
      expect.objectContaining({ seq: 1, kind: 'LOAD', deltaAmount: 45_600, balanceAfter: 45_600 }),
    ]);
    const trend = (await call('queryCardTrend', { cardId: id })).result;
    expect(trend).toHaveLength(90);
    expect(trend.slice(-5).map(({ balance }: { balance: number }) => balance)).toEqual([
      0, 45_600, 45_600, 45_600, 45_600,
    ]);
  });
});

describe('a whole number', () => {
  test('is told for a reason, which is logged without the number', async () => {
    const id = await made({ pan: '9999000000123459' });
    expect((await api.call('card/revealCard', { id }, clerk)).status).toBe(400);
    expect((await call('revealCard', { id, reason })).result).toEqual({ pan: '9999000000123459' });
    const logs = await api.deps.database.prisma.operationLog.findMany({ where: { targetId: id } });
    expect(logs).toEqual([expect.objectContaining({ action: 'revealCard', reason })]);
    const { rows } = await api.deps.database.pool.query(
      `SELECT count(*)::int AS clear FROM operation_logs l WHERE l::text LIKE '%9999000000123459%'`,
    );
    expect(rows).toEqual([{ clear: 0 }]);
  });

  test('is told twenty times a day to one user, and again the next day', async () => {
    const { token } = await operator(api, '常看', { permissions: ['card.view', 'card.reveal'] });
    const id = await made();
    for (let n = 0; n < 20; n++) expect((await call('revealCard', { id, reason }, token)).code).toBe(200);
    expect(await call('revealCard', { id, reason }, token)).toMatchObject({
      code: 406,
      msg: '今日查看次数已达上限',
    });
    expect((await call('revealCard', { id, reason })).code).toBe(200);
    api.clock.setBusinessOffset(86_400_000);
    expect((await call('revealCard', { id, reason }, token)).code).toBe(200);
  });
});

describe('a card', () => {
  test('that is anonymous and of no order is sent out by itself, once', async () => {
    const productId = await cardProduct(api, tenantId, { naming: 'ANONYMOUS' });
    const id = await made({ productId, naming: 'ANONYMOUS', state: 'STOCK' });
    expect(await act('activateCard', id)).toMatchObject({ ok: false, message: '当前状态为库存，不能激活' });
    expect(await act('shipCard', id)).toMatchObject({ ok: true });
    const card = await present(id);
    expect(card).toMatchObject({ state: 'PENDING', holder: null, stateReason: reason });
    expect(card.events[0]).toMatchObject({
      action: 'SHIP',
      fromState: 'STOCK',
      toState: 'PENDING',
      side: 'OPERATOR',
    });
    expect(await act('shipCard', id)).toMatchObject({ ok: false, message: '当前状态为待激活，不能发货' });
  });

  test('that is named is given to its holder, and one of an order goes with it', async () => {
    const named = await made({ state: 'STOCK' });
    expect(await act('shipCard', named)).toMatchObject({ ok: false, message: '记名卡请分配持有人' });
    const order = await recordOrder(api, { tenantId, state: 'MAKING' });
    const { id: orderLineId } = await api.deps.database.prisma.cardOrderLine.findFirstOrThrow({
      where: { tenantId, orderId: order.id },
    });
    const productId = await cardProduct(api, tenantId, { naming: 'ANONYMOUS' });
    const ordered = await made({ productId, naming: 'ANONYMOUS', state: 'STOCK' });
    const owner = await connect(api.databaseUrl);
    await owner.query('SET session_replication_role = replica');
    await owner.query('UPDATE cards SET order_line_id = $2, order_n = 1 WHERE id = $1', [
      ordered,
      orderLineId,
    ]);
    await owner.end();
    expect(await act('shipCard', ordered)).toMatchObject({ ok: false, message: '该卡随订单发货' });
  });

  test('is frozen and unfrozen, with who and why among its steps', async () => {
    const id = await made();
    expect(await act('freezeCard', id)).toMatchObject({ ok: true });
    expect(await present(id)).toMatchObject({ state: 'FROZEN', frozenBy: 'OPERATOR', stateReason: reason });
    expect(await act('freezeCard', id)).toMatchObject({ ok: false, message: '当前状态为冻结，不能冻结' });
    expect(await act('unfreezeCard', id)).toMatchObject({ ok: true });
    const card = await present(id);
    expect(card).toMatchObject({ state: 'ACTIVE', frozenBy: null });
    expect(card.events.slice(0, 2)).toEqual([
      expect.objectContaining({
        action: 'UNFREEZE',
        fromState: 'FROZEN',
        toState: 'ACTIVE',
        side: 'OPERATOR',
        reason,
      }),
      expect.objectContaining({ action: 'FREEZE', fromState: 'ACTIVE', toState: 'FROZEN' }),
    ]);
  });

  test.each([
    ['COMPLIANCE', '卡已由合规冻结'],
    ['LEFT', '持卡人已离职，不能解冻'],
  ] as const)('that %s froze is not unfrozen by staff', async (frozenBy, message) => {
    const id = await made({ state: 'FROZEN' });
    await api.deps.database.prisma.card.update({
      where: { tenantId_id: { tenantId, id } },
      data: { frozenBy },
    });
    expect(await act('unfreezeCard', id)).toMatchObject({ ok: false, message });
    expect((await present(id)).state).toBe('FROZEN');
  });

  test('that its holder froze is unfrozen by staff too', async () => {
    const id = await made({ state: 'FROZEN' });
    const where = { tenantId_id: { tenantId, id } };
    await api.deps.database.prisma.card.update({ where, data: { frozenBy: 'HOLDER' } });
    expect(await act('unfreezeCard', id)).toMatchObject({ ok: true });
  });

  test.each(['ACTIVE', 'FROZEN'] as const)('%s is lost, and again what it was', async (state) => {
    const id = await made({ state });
    expect(await act('reportLossCard', id)).toMatchObject({ ok: true });
    expect((await present(id)).state).toBe('LOST');
    expect(await act('cancelLossCard', id)).toMatchObject({ ok: true });
    expect(await present(id)).toMatchObject({
      state,
      frozenBy: state === 'FROZEN' ? 'OPERATOR' : null,
    });
    const log = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { targetId: id, action: 'cancelLossCard' },
    });
    expect(log.after).toEqual({ state });
  });

  test('that is anonymous is not reported lost, unless the policy lets it', async () => {
    const product = await cardProduct(api, tenantId, { naming: 'ANONYMOUS' });
    const id = await made({ productId: product, naming: 'ANONYMOUS' });
    expect(await act('reportLossCard', id)).toMatchObject({ ok: false, message: '不记名卡不支持挂失' });
    const { approvalId: _waits, ...policy } = (await call('getPolicy', {})).result;
    const wanted = { ...policy, anonymousLoss: true, reason };
    const { result } = await call('editPolicy', wanted);
    const checker = (await operator(api, '复核', { permissions })).token;
    expect((await api.call('approval/approve', { id: result.approvalId }, checker)).body.code).toBe(200);
    expect(await act('reportLossCard', id)).toMatchObject({ ok: true });
  });

  test('among five hundred is refused alone', async () => {
    const [good, pending, gone] = [await made(), await made({ state: 'PENDING' }), crypto.randomUUID()];
    const { result } = await call('freezeCard', { ids: [good, pending, gone], reason });
    expect(result).toMatchObject({ done: 1, failed: 2 });
    expect(result.rows.map(({ message }: { message: string }) => message)).toEqual([
      '',
      '当前状态为待激活，不能冻结',
      '记录不存在',
    ]);
    expect(await present(pending)).toMatchObject({ state: 'PENDING', events: [] });
  });

  test('is frozen and reported lost by 客服 on the phone, who take nothing back', async () => {
    const support = (await operator(api, '客服', { permissions: ['card.view', 'card.freeze'] })).token;
    const id = await made();
    expect(await act('freezeCard', id, support)).toMatchObject({ ok: true });
    expect(await present(id)).toMatchObject({ state: 'FROZEN', frozenBy: 'OPERATOR', stateReason: reason });
    const refused = { code: 406, result: { permission: 'card.edit' } };
    expect(await call('unfreezeCard', { ids: [id], reason }, support)).toMatchObject(refused);
    expect(await act('reportLossCard', id, support)).toMatchObject({ ok: true });
    expect(await call('cancelLossCard', { ids: [id], reason }, support)).toMatchObject(refused);
    expect((await present(id)).state).toBe('LOST');
  });

  test('is not frozen by who only sees it: 没有权限 names what is missing', async () => {
    const id = await made();
    const looking = (await operator(api, '只看', { permissions: ['card.view'] })).token;
    for (const path of ['freezeCard', 'reportLossCard']) {
      expect(await call(path, { ids: [id], reason }, looking)).toMatchObject({
        ...{ code: 406, msg: '没有权限：支付卡 · 冻结与挂失，请联系租户管理员开通' },
        result: { permission: 'card.freeze' },
      });
    }
    expect((await present(id)).state).toBe('ACTIVE');
  });

  test('that two freeze at once is frozen once', async () => {
    const id = await made();
    const answers = await Promise.all([1, 2, 3].map(() => act('freezeCard', id)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await present(id)).events[0]).toMatchObject({ seq: 3, action: 'FREEZE' });
  });
});

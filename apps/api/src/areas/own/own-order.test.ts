import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { soldProduct } from '../../../../../tests/support/card-orders.ts';
import { type CardHolder, cardHolder, cardProduct } from '../../../../../tests/support/cards.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { ownUser } from '../../../../../tests/support/own-user.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
/** The employee, a colleague of the same unit, and finance. */
let mine: string;
let theirs: string;
let finance: string;
let checker: string;
let whose: CardHolder;
let productId: string;
const tenantId = tenantIdOf('A');
const address = '上海市南京西路 1 号';

beforeAll(async () => {
  api = await startTestApi();
  const { prisma } = api.deps.database;
  finance = (await operator(api, '订单经办', { permissions: ['order.view', 'order.edit', 'own.order'] }))
    .token;
  checker = (await operator(api, '订单复核', { permissions: ['order.view', 'order.approve'] })).token;
  whose = await cardHolder(api, tenantId);
  productId = await soldProduct(api, tenantId, { faces: [100_000n], makingFee: 500n });
  const colleague = await prisma.employee.findFirstOrThrow({
    where: { tenantId, merchantId: whose.merchantId, state: 'ACTIVE', id: { not: whose.employeeId } },
    orderBy: { id: 'asc' },
  });
  mine = await signIn(whose.employeeId);
  theirs = await signIn(colleague.id);
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
  (await api.call(path, input, token)).body;
const wanted = (quantity = 1) => ({
  ...{ lines: [{ productId, faceAmount: 100_000, quantity }], payMethod: 'FUND', address },
});
type Added = CardOrderDetail & { approvalId: string };
const added = async (token = mine): Promise<Added> => {
  const { code, msg, result } = await call('own/addOrder', wanted(), token);
  expect([code, msg]).toEqual([200, '']);
  return result;
};
const present = async (id: string, token = mine): Promise<CardOrderDetail> =>
  (await call('own/getOrder', { id }, token)).result;
const approved = async (token = mine): Promise<CardOrderDetail> => {
  const { id, approvalId } = await added(token);
  expect(await call('approval/approve', { id: approvalId }, checker)).toMatchObject({ code: 200 });
  return present(id, token);
};
const approvedWithApproval = async () => {
  const { id, approvalId } = await added();
  expect(await call('approval/approve', { id: approvalId }, checker)).toMatchObject({ code: 200 });
  return { id, approvalId };
};
const missing = { code: 406, success: false, msg: '记录不存在', result: null };

describe('ordering for the own unit', () => {
  test('what is sold is listed with its faces, and nothing that is not', async () => {
    const draft = await cardProduct(api, tenantId);
    const foreign = await soldProduct(api, tenantIdOf('B'));
    const { list, rules } = (await call('own/queryProduct')).result;
    expect(rules).toEqual({ transferOnlyFrom: 500_000, realNameFrom: 1_000_000 });
    expect(list.find(({ id }: { id: string }) => id === productId)).toMatchObject({
      ...{
        name: '测试卡',
        form: 'PHYSICAL',
        naming: 'NAMED',
        faces: [100_000],
        faceMin: null,
        makingFee: 500,
      },
    });
    const ids = list.map(({ id }: { id: string }) => id);
    expect([ids.includes(draft), ids.includes(foreign)]).toEqual([false, false]);
  });

  test('is for the unit that one works at, waits for a checker, and is paid by finance', async () => {
    const { id, approvalId, ...order } = await added();
    expect(order).toMatchObject({
      ...{ merchant: { id: whose.merchantId }, company: { id: whose.companyId }, state: 'SUBMITTED' },
      ...{ quantity: 1, amount: 100_000, feeAmount: 1_700, payableAmount: 101_700 },
    });
    const log = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { targetId: id, action: 'addOrder' },
    });
    expect(log).toMatchObject({ module: 'own', action: 'addOrder', targetType: 'cardOrder' });
    expect(await call('approval/approve', { id: approvalId })).not.toMatchObject({ code: 200 });
    expect(await call('approval/approve', { id: approvalId }, checker)).toMatchObject({ code: 200 });
    const { version } = await present(id);
    expect(await call('order/payOrder', { id, version })).toMatchObject({
      ...{ code: 406, result: { permission: 'order.edit' } },
    });
    expect(await call('order/payOrder', { id, version }, finance)).toMatchObject({ code: 200 });
    expect(await present(id)).toMatchObject({ state: 'PAID', paidAmount: 101_700 });
  });

  test('names no unit: another is not ordered for', async () => {
    const answer = await api.call('own/addOrder', { ...wanted(), merchantId: whose.merchantId }, mine);
    expect(answer.status).toBe(400);
  });

  test('is for employees alone, who are at work, and for a unit that is in use', async () => {
    const refused = { code: 406, msg: '没有与您对应的在职员工，不能为单位下单' };
    expect(await call('own/addOrder', wanted(), finance)).toMatchObject(refused);
    const { prisma } = api.deps.database;
    const employee = { tenantId_id: { tenantId, id: whose.employeeId } };
    await prisma.employee.update({ where: employee, data: { state: 'FROZEN' } });
    expect(await call('own/addOrder', wanted())).toMatchObject(refused);
    await prisma.employee.update({ where: employee, data: { state: 'ACTIVE' } });
    const unit = { tenantId_id: { tenantId, id: whose.merchantId } };
    await prisma.merchant.update({ where: unit, data: { state: 'DISABLED' } });
    expect(await call('own/addOrder', wanted())).toMatchObject({
      code: 406,
      msg: '单位未启用，不能下单购卡',
    });
    await prisma.merchant.update({ where: unit, data: { state: 'ACTIVE' } });
  });
});

describe('own orders', () => {
  test('are those that one made, the newest first; a colleague’s of the same unit are not', async () => {
    const [first, second, other] = [await added(), await approved(), await added(theirs)];
    const { list, total } = (await call('own/queryOrder', { pageSize: 200 })).result;
    const ids: string[] = list.map(({ id }: { id: string }) => id);
    expect(ids.slice(0, 2)).toEqual([second.id, first.id]);
    expect([ids.includes(other.id), total]).toEqual([false, ids.length]);
    const waiting = (await call('own/queryOrder', { state: ['TO_PAY'], pageSize: 200 })).result.list;
    expect(waiting.map(({ id }: { id: string }) => id)).toContain(second.id);
    expect(waiting.map(({ id }: { id: string }) => id)).not.toContain(first.id);
  });

  test('another’s id: 406 记录不存在, byte-identical to a missing one, and nothing happens to it', async () => {
    const { id, version } = await approved(theirs);
    const tried = {
      getOrder: {},
      cancelOrder: { version, reason: '不需要了' },
      editOrder: { version, ...wanted(2) },
    };
    for (const [action, more] of Object.entries(tried)) {
      const answer = (given: string) => api.call(`own/${action}`, { id: given, ...more }, mine);
      const [foreign, unknown] = [await answer(id), await answer(crypto.randomUUID())];
      expect([action, foreign.text]).toEqual([action, unknown.text]);
      expect(foreign.body).toEqual(missing);
    }
    expect(await present(id, theirs)).toMatchObject({ state: 'TO_PAY', version });
  });

  test('that finance made for the unit is finance’s own, and not the employee’s', async () => {
    const { result } = await call('order/addOrder', { merchantId: whose.merchantId, ...wanted() }, finance);
    expect(await call('own/getOrder', { id: result.id })).toEqual(missing);
    expect((await present(result.id, finance)).no).toBe(result.no);
  });

  test('are seen by finance among those of the unit', async () => {
    const { id, no } = await added();
    const { list } = (await call('order/queryOrder', { keyword: no }, finance)).result;
    expect(list).toMatchObject([{ id }]);
  });
});

describe('what the maker does', () => {
  test('cancels what nobody has paid, in the version that they saw, with a reason in the log', async () => {
    const { id, version } = await approved();
    const cancel = (given: object) => call('own/cancelOrder', { id, version, reason: '不需要了', ...given });
    expect(await cancel({ version: version + 1 })).toMatchObject({ code: 406 });
    expect((await present(id)).state).toBe('TO_PAY');
    expect((await cancel({})).result).toMatchObject({ id, state: 'CANCELLED' });
    const { result } = await call('own/getOrder', { id });
    expect(await cancel({ version: result.version })).toMatchObject({
      ...{ code: 406, msg: '当前状态为已取消，不能取消' },
    });
    const [log] = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: id, action: 'cancelOrder', result: 'SUCCESS' },
    });
    expect(log).toMatchObject({ module: 'own', reason: '不需要了', after: { state: 'CANCELLED' } });
  });

  test('does not cancel what is paid', async () => {
    const { id, version } = await approved();
    await call('order/payOrder', { id, version }, finance);
    const after = await present(id);
    expect(await call('own/cancelOrder', { id, version: after.version, reason: 'x' })).toMatchObject({
      ...{ code: 406, msg: '订单已支付' },
    });
    expect(await present(id)).toEqual(after);
  });

  test('is told of the decision with a link to where they can open it; who sees the unit’s orders, to those', async () => {
    const linkTo = async (token: string) => {
      const [told] = (await call('notification/queryNotification', { pageSize: 1 }, token)).result.list;
      return told.link;
    };
    const { id, approvalId } = await approvedWithApproval();
    expect(await linkTo(mine)).toBe(`/layout/myaccount/myorder?open=${id}`);
    const link = async (token: string) =>
      (await call('approval/getApproval', { id: approvalId }, token)).result.link;
    expect(await link(mine)).toBe(`/layout/myaccount/myorder?open=${id}`);
    expect(await link(checker)).toBe(`/layout/paymentreceived/order?open=${id}`);
    const { token: approver } = await operator(api, '只审批', { permissions: ['order.approve'] });
    expect(await link(approver), 'whose own it is not').toBe(`/layout/paymentreceived/order?open=${id}`);

    const order = { merchantId: whose.merchantId, ...wanted() };
    const { result } = await call('order/addOrder', order, finance);
    await call('approval/approve', { id: result.approvalId }, checker);
    expect(await linkTo(finance)).toBe(`/layout/paymentreceived/order?open=${result.id}`);
    expect((await call('approval/getApproval', { id: result.approvalId }, finance)).result.link).toBe(
      `/layout/paymentreceived/order?open=${result.id}`,
    );
  });

  test('withdraws what waits, and is told why it was rejected; changed it waits again', async () => {
    const first = await added();
    expect(await call('approval/withdraw', { id: first.approvalId })).toMatchObject({ code: 200 });
    expect((await present(first.id)).state).toBe('CANCELLED');

    const { id, approvalId } = await added();
    await call('approval/reject', { id: approvalId, reason: '数量有误' }, checker);
    const { version, state } = await present(id);
    expect(state).toBe('REJECTED');
    const told = (await call('approval/getSubjectApproval', { subjectType: 'cardOrder', subjectId: id }))
      .result;
    expect(told).toMatchObject({ state: 'REJECTED', decisionReason: '数量有误' });
    expect(await call('own/editOrder', { id, version: version + 1, ...wanted(3) })).toMatchObject({
      code: 406,
    });
    expect((await call('own/editOrder', { id, version, ...wanted(3) })).result).toMatchObject({
      ...{ id, state: 'SUBMITTED', quantity: 3, payableAmount: 302_700, approvalId: expect.any(String) },
    });
    const logs = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: id, module: 'own', result: 'SUCCESS' },
      orderBy: { createdAt: 'asc' },
    });
    expect(logs.map(({ action, after }) => [action, after])).toEqual([
      ['addOrder', { quantity: 1, payableAmount: 101_700, state: 'SUBMITTED' }],
      ['editOrder', { quantity: 3, payableAmount: 302_700, state: 'SUBMITTED' }],
    ]);
  });
});

import type { LotteryState, PrizeType } from '@xyxlx/contracts/lottery';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wonDraw } from '../../../../../tests/support/draws.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { expireDraws } from './expire-draws.ts';

let api: TestApi;
let token: string;
let tenantId: string;
beforeAll(async () => {
  api = await startTestApi();
  ({
    token,
    session: { tenantId },
  } = await operator(api, '发奖人', { permissions: ['lottery.view', 'lottery.award', 'lottery.export'] }));
});
afterAll(() => api.close());

const won = (prizeType: PrizeType, state?: LotteryState) => wonDraw(api, tenantId, prizeType, state);
const act = async (action: string, input: object, as = token) =>
  (await api.call(`lottery/${action}`, input, as)).body.result;
const present = (id: string) => api.deps.database.prisma.lotteryRecord.findFirstOrThrow({ where: { id } });
const shown = async (id: string) => (await api.call('lottery/getLottery', { id }, token)).body.result;
const begin = (id: string) => act('awardLottery', { ids: [id], reason: '发放' });
const deliver = (id: string, deliveryNo: string, carrier: string | null) =>
  act('deliverLottery', { deliveries: [{ id, deliveryNo, carrier }] });
const fail = (id: string, reason: string) => act('failLottery', { ids: [id], reason });

describe('handing out coupons and goods', () => {
  it('goods are under way until their carrier and tracking number are recorded', async () => {
    const { id } = await won('GOODS');
    expect((await deliver(id, 'SF1000000001', '顺丰速运')).rows[0].message).toBe(
      '当前状态为待发放，仅发放中可登记发放结果',
    );
    expect((await begin(id)).done).toBe(1);
    expect(await present(id)).toMatchObject({
      state: 'AWARDING',
      awardedAt: null,
      deliveryNo: null,
      tries: 1,
    });
    expect((await deliver(id, 'SF1000000001', null)).rows[0].message).toBe('实物须填写快递公司');
    expect((await present(id)).state).toBe('AWARDING');
    expect((await deliver(id, 'SF1000000001', '顺丰速运')).done).toBe(1);
    expect(await shown(id)).toMatchObject({
      state: 'AWARDED',
      carrier: '顺丰速运',
      deliveryNo: 'SF1000000001',
    });
    expect((await present(id)).awardedAt).not.toBeNull();
    expect((await deliver(id, 'SF1000000002', '顺丰速运')).failed).toBe(1);
    expect((await fail(id, '不能了')).failed).toBe(1);
    expect((await present(id)).deliveryNo).toBe('SF1000000001');
    await expectInvariants(api);
  });

  it('a coupon’s code is masked in lists, in the log and in files, and shown with a reason that is logged', async () => {
    const { id, lotteryNo } = await won('COUPON');
    await begin(id);
    expect((await deliver(id, 'QCODE-00001234', '顺丰速运')).rows[0].message).toBe(
      '券只填写券码，无需快递公司',
    );
    expect((await deliver(id, 'QCODE-00001234', null)).done).toBe(1);
    expect(await shown(id)).toMatchObject({ deliveryNo: '**** 1234', carrier: null });
    const file = await api.call('lottery/exportLottery', { lotteryNo, format: 'csv' }, token);
    expect(file.text).toContain('**** 1234');
    expect(file.text).not.toContain('QCODE');
    expect(await act('revealLottery', { id, reason: '客诉核对' })).toEqual({ deliveryNo: 'QCODE-00001234' });
    const logs = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: id, result: 'SUCCESS' },
    });
    expect(logs.map(({ action }) => action).sort()).toEqual([
      'awardLottery',
      'deliverLottery',
      'revealLottery',
    ]);
    expect(JSON.stringify(logs.map(({ before, after }) => [before, after]))).not.toContain('QCODE');
    expect(logs.find(({ action }) => action === 'revealLottery')?.reason).toBe('客诉核对');
  });

  it('a code is given once, also when two give it at once; a tracking number may stand for several prizes', async () => {
    const [one, two] = [await won('COUPON'), await won('COUPON')];
    await act('awardLottery', { ids: [one.id, two.id], reason: '发放' });
    const raced = await Promise.all([
      deliver(one.id, 'QTWICE-0001', null),
      deliver(two.id, 'QTWICE-0001', null),
    ]);
    expect(raced.map(({ done }) => done).sort()).toEqual([0, 1]);
    const loser = raced.find(({ done }) => done === 0);
    expect(loser.rows[0].message).toBe('该券码已发放给其他中奖记录，请核对');
    expect((await present(loser.rows[0].id)).state).toBe('AWARDING');
    const parcel = [await won('GOODS'), await won('GOODS')].map(({ id }) => id);
    await act('awardLottery', { ids: parcel, reason: '发放' });
    const deliveries = parcel.map((id) => ({ id, deliveryNo: 'SF2000000001', carrier: '顺丰速运' }));
    expect((await act('deliverLottery', { deliveries })).done).toBe(2);
  });

  it('a code that one call gives twice goes to the first; the second is told', async () => {
    const coupons = [await won('COUPON'), await won('COUPON')].map(({ id }) => id);
    await act('awardLottery', { ids: coupons, reason: '发放' });
    const deliveries = coupons.map((id) => ({ id, deliveryNo: 'QSAME-0001', carrier: null }));
    const { rows } = await act('deliverLottery', { deliveries });
    expect(rows.map(({ ok, message }: { ok: boolean; message: string }) => [ok, message])).toEqual([
      [true, ''],
      [false, '该券码已发放给其他中奖记录，请核对'],
    ]);
  });

  it('what failed says why and is tried again while it is valid', async () => {
    const { id } = await won('GOODS');
    expect((await fail(id, '还没开始')).rows[0].message).toBe('当前状态为待发放，仅发放中可登记发放结果');
    await begin(id);
    expect((await fail(id, '地址有误，退回')).done).toBe(1);
    expect(await shown(id)).toMatchObject({ state: 'FAILED', failure: '地址有误，退回', awardedAt: null });
    expect((await begin(id)).done).toBe(1);
    expect(await present(id)).toMatchObject({ state: 'AWARDING', failure: null, tries: 2 });
  });

  it('by the clock what waits or failed expires, and what is under way does not: it is delivered, or fails and then expires', async () => {
    const [waits, under, late] = [await won('GOODS'), await won('GOODS'), await won('COUPON')];
    await act('awardLottery', { ids: [under.id, late.id], reason: '发放' });
    const { prisma } = api.deps.database;
    await prisma.lotteryRecord.updateMany({
      where: { id: { in: [waits.id, under.id, late.id] } },
      data: { expiresAt: api.clock.businessNow() },
    });
    await expireDraws(api.deps);
    const states = async () =>
      Promise.all([waits, under, late].map(async ({ id }) => (await present(id)).state));
    expect(await states()).toEqual(['EXPIRED', 'AWARDING', 'AWARDING']);
    expect((await deliver(late.id, 'QLATE-0001', null)).done).toBe(1);
    await fail(under.id, '查无此人');
    // The service's own clock may be there first.
    expect((await begin(under.id)).rows[0].message).toMatch(/^奖品已过期$|^当前状态为已过期，无需补发$/);
    await expireDraws(api.deps);
    expect(await states()).toEqual(['EXPIRED', 'EXPIRED', 'AWARDED']);
    await expectInvariants(api);
  });

  it('a prize is over at the very moment of its end, and no millisecond before', async () => {
    const { id } = await won('GOODS');
    const end = new Date(api.clock.businessNow().getTime() + 3_600_000);
    await api.deps.database.prisma.lotteryRecord.updateMany({ where: { id }, data: { expiresAt: end } });
    const { clock } = api.deps;
    const stateAt = async (time: number) => {
      const then = { ...clock, businessNow: () => new Date(time) };
      await expireDraws({ ...api.deps, clock: then });
      return (await present(id)).state;
    };
    expect(await stateAt(end.getTime() - 1)).toBe('PENDING');
    expect(await stateAt(end.getTime())).toBe('EXPIRED');
  });

  it('many at once answer row by row; who sees another merchant only is told that it is missing', async () => {
    const [goods, coupon, done] = [await won('GOODS'), await won('COUPON'), await won('COUPON')];
    await act('awardLottery', { ids: [goods.id, coupon.id], reason: '发放' });
    const elsewhere = await api.deps.database.prisma.merchant.findFirstOrThrow({
      where: { tenantId, id: { not: goods.merchantId } },
    });
    const stranger = await operator(api, '另一商户', {
      permissions: ['lottery.view', 'lottery.award'],
      dataScope: 'MERCHANTS',
      merchantIds: [elsewhere.id],
    });
    const deliveries = [
      { id: goods.id, deliveryNo: 'SF3000000001', carrier: '中通' },
      { id: coupon.id, deliveryNo: 'QMANY-0001', carrier: null },
      { id: done.id, deliveryNo: 'QMANY-0002', carrier: null },
    ];
    for (const [action, input] of [
      ['deliverLottery', { deliveries }],
      ['failLottery', { ids: [goods.id, coupon.id, done.id], reason: '无权' }],
    ] as const) {
      const { rows } = await act(action, input, stranger.token);
      expect(rows.map(({ message }: { message: string }) => message)).toEqual(Array(3).fill('记录不存在'));
    }
    expect(
      (await api.call('lottery/revealLottery', { id: coupon.id, reason: '看' }, stranger.token)).body,
    ).toMatchObject({
      code: 406,
      msg: '记录不存在',
    });
    const result = await act('deliverLottery', { deliveries });
    expect(result).toMatchObject({ done: 2, failed: 1 });
    expect(result.rows[2].message).toContain('当前状态为待发放');
  });
});

describe('what the database holds, whoever writes', () => {
  const write = (id: string, data: object) =>
    api.deps.database.prisma.lotteryRecord.updateMany({ where: { id }, data });

  it.each([
    ['goods handed out without a number', 'GOODS', 'AWARDING', { state: 'AWARDED', awardedAt: new Date() }],
    [
      'goods handed out without a carrier',
      'GOODS',
      'AWARDING',
      { state: 'AWARDED', awardedAt: new Date(), deliveryNo: 'SF1' },
    ],
    [
      'a coupon with a carrier',
      'COUPON',
      'AWARDING',
      { state: 'AWARDED', awardedAt: new Date(), deliveryNo: 'Q1', carrier: 'x' },
    ],
    ['a number before it is handed out', 'GOODS', 'AWARDING', { deliveryNo: 'SF1', carrier: 'x' }],
    ['handed out without a time', 'LIMIT', 'PENDING', { state: 'AWARDED' }],
    ['failed without a reason', 'GOODS', 'AWARDING', { state: 'FAILED' }],
    ['a limit under way', 'LIMIT', 'PENDING', { state: 'AWARDING' }],
    [
      'goods handed out that never were under way',
      'GOODS',
      'PENDING',
      { state: 'AWARDED', awardedAt: new Date(), deliveryNo: 'SF1', carrier: 'x' },
    ],
    ['what is under way expires', 'GOODS', 'AWARDING', { state: 'EXPIRED' }],
    ['what expired is awarded after all', 'GOODS', 'EXPIRED', { state: 'AWARDING' }],
  ] as const)('%s: refused', async (_, prizeType, state, data) => {
    const { id } = await won(prizeType, state);
    const before = await present(id);
    await expect(write(id, data)).rejects.toThrow(/lottery_records_/);
    expect(await present(id)).toEqual(before);
    // An expired one counts for no budget: put back what `won` added.
    if (state === 'EXPIRED')
      await api.deps.database.prisma.lotteryActivity.updateMany({
        where: { id: before.activityId },
        data: { spent: { decrement: before.value } },
      });
  });
});

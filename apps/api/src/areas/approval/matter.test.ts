import { decidedAtOnce } from '@xyxlx/contracts/approval';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenLive } from '../../../../../tests/support/live-client.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import {
  effectsOn,
  handIn,
  makeEffects,
  matter,
  onlyTestSubject,
} from '../../../../../tests/support/test-subject.ts';
import { registry } from '../../areas.ts';

type Operator = Awaited<ReturnType<typeof operator>>;

let api: TestApi;
let maker: Operator;
let checker: Operator;
let other: Operator;
beforeAll(async () => {
  api = await startTestApi({ override: onlyTestSubject });
  await makeEffects(api);
  maker = await operator(api, '经办', { permissions: ['fund.transfer', 'fund.approve'] });
  checker = await operator(api, '复核', { permissions: ['fund.approve'] });
  other = await operator(api, '另一复核', { permissions: ['fund.approve'] });
});
afterAll(() => api.close());

const call = async (action: string, input: object, { token }: Operator = checker) =>
  (await api.call(`approval/${action}`, input, token)).body;
const look = async (id: string, by = checker) => (await call('getMatter', { id }, by)).result;
const stateOf = async (id: string) =>
  (await api.deps.database.prisma.approval.findFirstOrThrow({ where: { id } })).state;

describe('what an approval is about', () => {
  test('every kind of approval says it', () => {
    const kinds = [...registry.approvals.values()];
    expect(kinds.length).toBeGreaterThan(40);
    expect(kinds.filter(({ changes, matter: own }) => !changes && !own).map(({ type }) => type)).toEqual([]);
  });

  test('is shown to who decides its kind and to its maker, and to nobody else who sees the approval', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const reader = await operator(api, '旁人', { permissions: ['fund.view'] });
    const shown = await look(id);
    expect(shown).toMatchObject({
      id,
      parts: [
        {
          type: 'facts',
          facts: [{ label: { zh: '测试' }, value: { type: 'text', text: `T-${subjectId.slice(0, 8)}` } }],
        },
      ],
      makers: [{ id: maker.session.userId, name: '经办' }],
    });
    expect((await look(id, maker)).seen).toBe(shown.seen);
    const refused = await call('getMatter', { id }, reader);
    expect(refused).toMatchObject({ code: 406, result: { permission: 'fund.approve' } });
    const sees = async (by: Operator) => (await call('getApproval', { id }, by)).result.seesMatter;
    expect([await sees(checker), await sees(maker), await sees(reader)]).toEqual([true, true, false]);
  });

  test('is of another tenant what there is not', async () => {
    const { id } = await handIn(api, maker.session);
    const stranger = await operator(api, '外人', { permissions: ['fund.approve'] }, 'beichen');
    const missing = await call('getMatter', { id: crypto.randomUUID() }, stranger);
    expect(await call('getMatter', { id }, stranger)).toEqual(missing);
    expect(missing.msg).toBe('记录不存在');
  });

  test('is approved as it was seen: once it is another, 406 in words and nothing is done', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const { seen } = await look(id);
    matter.adds = ' 改';
    const stale = await call('approve', { id, seen });
    expect(stale).toMatchObject({ code: 406, msg: '事项内容已有变化，请重新查看后再审批' });
    expect([await stateOf(id), await effectsOn(api, [subjectId])]).toEqual(['PENDING', []]);
    const again = await look(id);
    matter.adds = '';
    expect(again.seen).not.toBe(seen);
    expect((await call('approve', { id, seen })).code).toBe(200);
    expect(await effectsOn(api, [subjectId])).toEqual(['approve']);
    expect((await call('approve', { id, seen: 'x' })).code).toBe(400);
  });
});

describe('what makes a second look worth while', () => {
  const signalsOf = async (id: string, by = checker) => (await look(id, by)).signals;

  test('four fifths of the ceiling of maker or caller: from there on, up to it', async () => {
    const low = await operator(api, '小额经办', { permissions: ['fund.approve'], amountCeiling: 10_000 });
    const mid = await operator(api, '小额复核', { permissions: ['fund.approve'], amountCeiling: 8_000 });
    const far = await handIn(api, low.session, { amount: 7_999 });
    expect(await signalsOf(far.id)).toEqual([]);
    expect(await signalsOf(far.id, mid)).toEqual([
      { type: 'NEAR_CEILING', whose: 'CALLER', ceilingAmount: 8_000 },
    ]);
    const near = await handIn(api, low.session, { amount: 8_000 });
    expect(await signalsOf(near.id)).toEqual([
      { type: 'NEAR_CEILING', whose: 'MAKER', ceilingAmount: 10_000 },
    ]);
    const full = await handIn(api, low.session, { amount: 10_000 });
    expect((await signalsOf(full.id)).map(({ type }: { type: string }) => type)).toEqual(['NEAR_CEILING']);
    // Over the caller's ceiling it is no fact to weigh: it is refused.
    expect(await signalsOf(full.id, mid)).toEqual([
      { type: 'NEAR_CEILING', whose: 'MAKER', ceilingAmount: 10_000 },
    ]);
  });

  test('the fifth of a maker’s day and those after it, with what they come to', async () => {
    const busy = await operator(api, '多笔经办', { permissions: ['fund.approve'] });
    const made: string[] = [];
    for (const amount of [1, 2, 3, 4, 5, 6]) made.push((await handIn(api, busy.session, { amount })).id);
    expect(await signalsOf(made[3] as string)).toEqual([]);
    expect(await signalsOf(made[4] as string)).toEqual([{ type: 'MANY_TODAY', count: 5, amount: 15 }]);
    expect(await signalsOf(made[5] as string)).toEqual([{ type: 'MANY_TODAY', count: 6, amount: 21 }]);
    const yesterday = new Date(Date.now() - 86_400_000);
    await api.deps.database.prisma.approval.updateMany({
      where: { id: { in: made.slice(0, 2) } },
      data: { createdAt: yesterday },
    });
    expect(await signalsOf(made[5] as string)).toEqual([]);
  });

  test('that it was rejected before', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    expect((await call('reject', { id, reason: '资料不全' })).code).toBe(200);
    const again = await handIn(api, maker.session, { subjectId });
    expect(await signalsOf(again.id)).toContainEqual({ type: 'REJECTED_BEFORE', count: 1 });
    expect(await signalsOf(id)).not.toContainEqual(expect.objectContaining({ type: 'REJECTED_BEFORE' }));
  });
});

describe('many at once', () => {
  test('each is decided by itself, with words for those that are not', async () => {
    const [good, own, decided, hidden, fine] = await Promise.all([
      handIn(api, maker.session),
      handIn(api, checker.session),
      handIn(api, maker.session),
      operator(api, '外租户', { permissions: ['fund.approve'] }, 'beichen').then((there) =>
        handIn(api, there.session),
      ),
      handIn(api, maker.session),
    ]);
    await call('reject', { id: decided.id, reason: '迟' }, other);
    const ids = [good.id, own.id, decided.id, hidden.id, fine.id, good.id.toUpperCase()];
    const { code, result } = await call('approveMany', { ids, reason: '同意' });
    expect(code).toBe(200);
    expect(result).toEqual({
      done: 2,
      failed: 3,
      rows: [
        { id: good.id.toUpperCase(), ok: true, message: '' },
        { id: own.id, ok: false, message: '经办人不能审批自己提交的事项' },
        { id: decided.id, ok: false, message: '已被处理' },
        { id: hidden.id, ok: false, message: '记录不存在' },
        { id: fine.id, ok: true, message: '' },
      ],
    });
    expect(await effectsOn(api, [good.subjectId, fine.subjectId, own.subjectId])).toEqual([
      'approve',
      'approve',
    ]);
    const { decisionReason, checker: by } = (await call('getApproval', { id: fine.id })).result;
    expect([decisionReason, by.name]).toEqual(['同意', '复核']);
    expect(await stateOf(own.id)).toBe('PENDING');
  });

  test('are rejected with a reason, which each maker hears', async () => {
    const [one, two] = [await handIn(api, maker.session), await handIn(api, maker.session)];
    const ids = [one.id, two.id];
    expect((await call('rejectMany', { ids })).code).toBe(400);
    expect((await call('rejectMany', { ids, reason: '重复提交' })).result).toMatchObject({
      done: 2,
      failed: 0,
    });
    expect(await effectsOn(api, [one.subjectId, two.subjectId])).toEqual(['reject', 'reject']);
    const { list } = (await api.call('notification/queryNotification', { unread: true }, maker.token)).body
      .result;
    const told = list.filter(({ title }: { title: string }) => title.includes('已驳回：重复提交'));
    expect(told).toHaveLength(2);
  });

  test('under one key are decided once, and at most a hundred of them', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const send = async () => (await api.call('approval/approveMany', { ids: [id] }, checker.token, key)).body;
    const first = await send();
    expect(first.result.done).toBe(1);
    expect(await send()).toEqual(first);
    expect(await effectsOn(api, [subjectId])).toEqual(['approve']);
    const many = Array.from({ length: decidedAtOnce + 1 }, () => crypto.randomUUID());
    expect((await call('approveMany', { ids: many })).code).toBe(400);
    expect((await call('approveMany', { ids: many.slice(1) })).result.failed).toBe(decidedAtOnce);
  });

  test('the caller’s ceiling holds for each of them', async () => {
    const low = await operator(api, '限额复核', { permissions: ['fund.approve'], amountCeiling: 100 });
    const big = await handIn(api, maker.session, { amount: 101 });
    const small = await handIn(api, maker.session, { amount: 100 });
    const { result } = await call('approveMany', { ids: [big.id, small.id] }, low);
    expect(result.rows.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true]);
    expect(result.rows[0].message).toContain('金额超出您的权限上限 1.00 元');
  });

  test('what waits comes to so much, under the filters of its list', async () => {
    const rich = await operator(api, '合计复核', { permissions: ['fund.approve'], amountCeiling: 1_000_000 });
    const before = (await call('sumTodo', {}, rich)).result;
    await handIn(api, maker.session, { amount: 1_000_000 });
    await handIn(api, maker.session, { amount: 1_000_001 });
    await handIn(api, maker.session);
    expect((await call('sumTodo', {}, rich)).result).toEqual({
      count: before.count + 2,
      sums: { amount: before.sums.amount + 1_000_000 },
    });
    const { total } = (await call('queryTodo', {}, rich)).result;
    expect(total).toBe(before.count + 2);
    expect((await call('sumTodo', { keyword: '无此事项' }, rich)).result.count).toBe(0);
  });
});

describe('decided elsewhere', () => {
  test('whoever could have decided it hears that it waits no more, and nobody else', async () => {
    const reader = await operator(api, '只读', { permissions: ['fund.view'] });
    const replica = await api.replica();
    const [theirs, mine, nobodys] = await Promise.all([
      listenLive(replica, other.token),
      listenLive(api, maker.token),
      listenLive(replica, reader.token),
    ]);
    const approved = await handIn(api, maker.session);
    await call('approve', { id: approved.id });
    await theirs.heard({ type: 'decided', approvalId: approved.id });
    const withdrawn = await handIn(api, maker.session);
    await call('withdraw', { id: withdrawn.id }, maker);
    await theirs.heard({ type: 'decided', approvalId: withdrawn.id });
    for (const channel of [mine, nobodys]) {
      await channel.send({ type: 'ping', id: 'last' });
      await channel.heard({ type: 'pong', id: 'last' });
      expect(channel.events.filter(({ type }) => type === 'decided')).toEqual([]);
    }
    for (const channel of [theirs, mine, nobodys]) channel.close();
    await replica.close();
  });
});

import { connect } from '@xyxlx/database/connect';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import {
  effectsOn,
  handIn,
  makeEffects,
  onlyTestSubject,
} from '../../../../../tests/support/test-subject.ts';
import type { Session } from '../../core/session.ts';

interface Operator {
  token: string;
  session: Session;
}

let api: TestApi;
let maker: Operator;
let checkers: Operator[];
beforeAll(async () => {
  api = await startTestApi({ override: onlyTestSubject });
  await makeEffects(api);
  maker = await operator(api, '经办', { permissions: ['fund.transfer', 'fund.approve'] });
  checkers = [];
  for (const n of [1, 2, 3, 4, 5]) {
    checkers.push(await operator(api, `复核${n}`, { permissions: ['fund.approve'] }));
  }
});
afterAll(() => api.close());

const checker = (n = 0) => checkers[n] as Operator;
const decide = (action: string, { token }: Operator, id: string, reason?: string) =>
  api.call(`approval/${action}`, { id, ...(reason && { reason }) }, token);

describe('maker-checker', () => {
  test('two operators approve the same thing: one 200, the other 406 已被处理, 1×', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const answers = await Promise.all([0, 1].map((n) => decide('approve', checker(n), id)));
    expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 406]);
    expect(answers.find(({ body }) => body.code === 406)?.body.msg).toBe('已被处理');
    expect(await effectsOn(api, [subjectId])).toEqual(['approve']);
  });

  test('the maker never checks, and the database refuses it too', async () => {
    const { id } = await handIn(api, maker.session);
    const { body } = await decide('approve', maker, id);
    expect(body).toMatchObject({ code: 406, msg: '经办人不能审批自己提交的事项' });
    const admin = await connect(api.databaseUrl);
    const cheat = admin.query(
      `UPDATE approvals SET state = 'APPROVED', checker_id = maker_id, decided_at = now() WHERE id = $1`,
      [id],
    );
    await expect(cheat).rejects.toThrow('approvals_maker_is_not_checker');
    await admin.end();
  });

  test('an amount over the ceiling is refused, to maker and checker', async () => {
    const low = await operator(api, '小额', { permissions: ['fund.approve'], amountCeiling: 10_000 });
    const { id } = await handIn(api, maker.session, { amount: 10_001 });
    expect((await decide('approve', low, id)).body.msg).toBe(
      '金额超出您的权限上限 100.00 元，可由 复核1、复核2、复核3、复核4、复核5 审批',
    );
    await expect(handIn(api, low.session, { amount: 10_001 })).rejects.toThrow('over your ceiling');
    const todo = await api.call('approval/queryTodo', { pageSize: 200 }, low.token);
    expect(todo.body.result.list.map((row: { id: string }) => row.id)).not.toContain(id);
    const exact = await handIn(api, maker.session, { amount: 10_000 });
    expect((await decide('approve', low, exact.id)).body.code).toBe(200);
  });

  test('without the permission: 406 that names it; another tenant’s id: byte-identical to a missing one', async () => {
    const { id } = await handIn(api, maker.session);
    const stranger = await operator(api, '无权者', { permissions: ['home.view'] });
    expect((await decide('approve', stranger, id)).body.result).toEqual({ permission: 'fund.approve' });
    const other = await operator(api, '外人', { permissions: ['fund.approve'] }, 'beichen');
    const foreign = await decide('approve', other, id);
    const missing = await decide('approve', other, crypto.randomUUID());
    expect(foreign.text).toBe(missing.text);
    expect(foreign.body.msg).toBe('记录不存在');
  });

  test('a thing waits once; a rejection needs a reason; the maker withdraws; the history tells it', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    await expect(handIn(api, maker.session, { subjectId })).rejects.toThrow('submitted for approval already');
    expect((await decide('reject', checker(), id)).status).toBe(400);
    expect((await decide('withdraw', checker(), id)).body.msg).toBe('只有提交人可以撤回');
    expect((await decide('withdraw', maker, id)).body.code).toBe(200);
    const again = await handIn(api, maker.session, { subjectId });
    expect((await decide('reject', checker(), again.id, '资料不全')).body.code).toBe(200);
    const { body } = await api.call('approval/getApproval', { id: again.id }, maker.token);
    expect(body.result).toMatchObject({ state: 'REJECTED', decisionReason: '资料不全', canDecide: false });
    expect(body.result.history.map((event: { action: string }) => event.action)).toEqual([
      'SUBMIT',
      'WITHDRAW',
      'SUBMIT',
      'REJECT',
    ]);
    expect(await effectsOn(api, [subjectId])).toEqual(['reject', 'withdraw']);
  });

  test('the checkers are notified of what waits, and the maker of what became of it', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const unread = (who: Operator) => api.call('notification/queryNotification', { unread: true }, who.token);
    const waiting = (await unread(checker(4))).body.result.list[0];
    expect(waiting).toMatchObject({ kind: 'approval.pending', link: `/layout/test/${subjectId}` });
    await api.call('notification/markRead', { ids: [waiting.id] }, checker(4).token);
    await decide('reject', checker(4), id, '金额有误');
    expect((await unread(maker)).body.result.list[0].title).toContain('已驳回：金额有误');
    await api.call('notification/markRead', {}, maker.token);
    expect((await api.call('notification/unreadCount', {}, maker.token)).body.result).toEqual({ count: 0 });
  });

  test('a role taken away is felt on the next call', async () => {
    const { id } = await handIn(api, maker.session);
    const leaving = await operator(api, '离任', { permissions: ['fund.approve'] });
    const seen = await api.call('approval/getApproval', { id }, leaving.token);
    expect(seen.body.result.canDecide).toBe(true);
    await api.deps.database.prisma.membershipRole.deleteMany({
      where: { membershipId: leaving.session.membershipId },
    });
    expect((await decide('approve', leaving, id)).body).toMatchObject({ code: 406, msg: '记录不存在' });
  });
});

/** What the mechanism must do, without a database. */
interface Thing {
  id: string;
  subjectId: string;
  state: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';
  /** Who handed it in last, and everybody who did since it was last approved. */
  maker: number;
  makers: Set<number>;
  amount: number;
  effects: string[];
}

describe('the approval mechanism and its model agree', () => {
  test('submit, withdraw, approve, reject by maker, checker, low ceiling, other tenant and disabled user, in whatever order', {
    timeout: 120_000,
  }, async () => {
    const permissions = ['fund.approve'];
    const people = [
      maker,
      checker(0),
      checker(1),
      await operator(api, '模型小额', { permissions, amountCeiling: 1_000 }),
      await operator(api, '模型无权', { permissions: ['home.view'] }),
      await operator(api, '模型外人', { permissions }, 'beichen'),
      await operator(api, '模型停用', { permissions }),
    ];
    const [low, powerless, outsider, disabled] = [3, 4, 5, 6];
    await api.deps.database.prisma.membership.updateMany({
      where: { id: people[disabled]?.session.membershipId as string },
      data: { state: 'DISABLED' },
    });
    const step = fc.record({
      kind: fc.constantFrom('submit', 'submit', 'approve', 'approve', 'reject', 'withdraw'),
      who: fc.nat(people.length - 1),
      thing: fc.nat(2),
      amount: fc.constantFrom(500, 5_000),
    });

    /** The code that the wire must answer with. */
    function expected(kind: 'approve' | 'reject' | 'withdraw', who: number, thing: Thing): number {
      if (who === disabled) return 403;
      if (who === outsider || thing.state !== 'PENDING') return 406;
      if (kind === 'withdraw') return thing.maker === who ? 200 : 406;
      const may = who !== powerless && !thing.makers.has(who) && (who !== low || thing.amount <= 1_000);
      return may ? 200 : 406;
    }

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const things: Thing[] = [];
        for (const { kind, who, thing: nth, amount } of steps) {
          const person = people[who] as Operator;
          const thing = things[nth];
          if (kind === 'submit') {
            // A disabled user or one of another tenant has nothing to submit here.
            if (who === disabled || who === outsider) continue;
            const handing = handIn(api, person.session, {
              amount,
              ...(thing && { subjectId: thing.subjectId }),
            });
            if (thing?.state === 'PENDING' || (who === low && amount > 1_000)) {
              await expect(handing).rejects.toThrow();
              continue;
            }
            const fresh =
              thing?.state === 'APPROVED' ? new Set([who]) : new Set([...(thing?.makers ?? []), who]);
            const { id, subjectId } = await handing;
            const next = { id, subjectId, amount, state: 'PENDING' as const, maker: who, makers: fresh };
            if (thing) Object.assign(thing, next);
            else things.push({ ...next, effects: [] });
            continue;
          }
          if (!thing) continue;
          const code = expected(kind, who, thing);
          const { body } = await decide(kind, person, thing.id, kind === 'reject' ? '不符' : undefined);
          expect([kind, who, body.code]).toEqual([kind, who, code]);
          if (code !== 200) continue;
          thing.effects.push(kind);
          thing.state = ({ approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' } as const)[kind];
        }
        for (const { id, subjectId, state, makers, effects } of things) {
          const row = await api.deps.database.prisma.approval.findFirstOrThrow({
            where: { id },
            include: { events: true },
          });
          expect(row.state).toBe(state);
          expect(new Set(row.makerIds)).toEqual(new Set([...makers].map((n) => people[n]?.session.userId)));
          expect(row.events).toHaveLength(state === 'PENDING' ? 1 : 2);
          expect(await effectsOn(api, [subjectId])).toEqual(effects.toSorted());
        }
      }),
      { numRuns: 30 },
    );
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  auditor,
  bringCase,
  type CaseDesk,
  chief,
  openCaseDesk,
} from '../../../../../../tests/support/case-desk.ts';
import { csvLines } from '../../../../../../tests/support/csv-lines.ts';
import { expectInvariants } from '../../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { escalateOverdueCases, releaseIdleCases, wakeCases } from './case-duties.ts';
import { isDrawn } from './closure.ts';

let api: TestApi;
let desk: CaseDesk;
const reason = '与本人核实，属正常消费';
const hour = 3_600_000;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
});
afterAll(() => api.close());

/** A case of the lowest severity that is not, or is, one of the drawn tenth. */
async function caseThat(drawn: boolean) {
  for (;;) {
    const row = await desk.newCase();
    if (isDrawn(row.id) === drawn) return row;
  }
}

/** A case that the analyst works. */
async function atWork(more: Parameters<CaseDesk['newCase']>[0] = {}) {
  const { id } = await desk.newCase(more);
  return desk.done('assignCase', { id, version: 1, assigneeId: desk.analyst.session.userId }, desk.head);
}

/** Ends what the analyst works, so that the next test has room. */
async function clear() {
  const { prisma } = api.deps.database;
  const mine = await prisma.riskCase.findMany({
    where: { assigneeId: desk.analyst.session.userId, state: 'WORKING' },
  });
  for (const { id, version } of mine) await desk.done('releaseCase', { id, version });
}

const events = async (id: string) => {
  const page = (await desk.done('queryCaseEvent', { id, pageSize: 100 })) as unknown as {
    list: { action: string; actor: string; note: string }[];
  };
  return page.list;
};

describe('claiming', () => {
  test('example 11: of two who claim at once one gets the case due at 11:00, the other that of 12:00', async () => {
    const corner = await openCaseDesk(api);
    const { id: ruleId } = await corner.rule();
    const [noon, eleven, lower] = [
      await corner.newCase({ ruleId, severity: 'HIGH', score: 80 }),
      await corner.newCase({ ruleId, severity: 'HIGH', score: 80 }),
      await corner.newCase({ ruleId, severity: 'HIGH', score: 55 }),
    ];
    const due = { [noon.id]: 12, [eleven.id]: 11, [lower.id]: 10 };
    for (const [id, at] of Object.entries(due)) {
      await api.deps.database.prisma.riskCase.updateMany({
        where: { tenantId: corner.tenantId, id },
        data: { dueAt: new Date(`2026-12-01T${at}:00:00Z`) },
      });
    }
    const both = await Promise.all([
      corner.done('claimNext', {}, corner.analyst),
      corner.done('claimNext', {}, corner.other),
    ]);
    expect(both.map(({ id }) => id).sort()).toEqual([noon.id, eleven.id].sort());
    const third = await corner.done('claimNext', {}, corner.other);
    expect(third).toMatchObject({ id: lower.id, state: 'WORKING', assignee: { name: '另一分析员' } });
    expect(await corner.done('claimNext', {}, corner.analyst)).toBeNull();
  });

  test('who claims does not wait for a case that somebody else is taking, and gets the next', async () => {
    const corner = await openCaseDesk(api);
    const { id: ruleId } = await corner.rule();
    const urgent = await corner.newCase({ ruleId, severity: 'URGENT' });
    const next = await corner.newCase({ ruleId });
    await inTransaction(api.deps.database, async (tx) => {
      await tx.$executeRaw`SELECT FROM risk_cases WHERE tenant_id = ${corner.tenantId}::uuid AND id = ${urgent.id}::uuid FOR UPDATE`;
      expect(await corner.done('claimNext', {}, corner.analyst)).toMatchObject({ id: next.id });
    });
  });

  test('one key claims one case, however often it is sent', async () => {
    await desk.newCase();
    const headers = { 'Idempotency-Key': 'claim-once' };
    const send = () => api.call('compliance/claimNext', {}, desk.analyst.token, headers);
    const [one, two] = [await send(), await send()];
    expect(two.text).toBe(one.text);
    await clear();
  });

  test('of two who claim one case one has it, the other is told who was first', async () => {
    const { id } = await desk.newCase();
    const answers = await Promise.all([
      desk.call('claimCase', { id, version: 1 }),
      desk.call('claimCase', { id, version: 1 }, desk.other),
    ]);
    const [won, lost] = answers[0].code === 200 ? answers : [answers[1], answers[0]];
    expect(won.result).toMatchObject({ state: 'WORKING' });
    expect(lost).toMatchObject({ code: 406, msg: `已被${won.result.assignee?.name}领取` });
    await clear();
  });

  test('ten are worked at a time: the eleventh is refused, also of two that come at once', async () => {
    const busy = await operator(api, '忙人', auditor);
    await desk.join(busy);
    for (let n = 0; n < 9; n++) {
      const { id } = await desk.newCase();
      await desk.done('claimCase', { id, version: 1 }, busy);
    }
    const two = [await desk.newCase(), await desk.newCase()];
    const answers = await Promise.all(two.map(({ id }) => desk.call('claimCase', { id, version: 1 }, busy)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(answers.find(({ code }) => code === 406)?.msg).toBe('您已有 10 件在办案件');
    expect(await desk.call('claimNext', {}, busy)).toMatchObject({ code: 406, msg: '您已有 10 件在办案件' });
    const { id } = await desk.newCase();
    const given = { id, version: 1, assigneeId: busy.session.userId };
    expect(await desk.call('assignCase', given, desk.head)).toMatchObject({
      code: 406,
      msg: '忙人已有 10 件在办案件',
    });
  });

  test('who is no member of the inbox is refused, and the next case is none of another inbox', async () => {
    const stranger = await operator(api, '外人', auditor);
    const { id } = await desk.newCase({ severity: 'URGENT' });
    expect(await desk.call('claimCase', { id, version: 1 }, stranger)).toMatchObject({
      code: 406,
      msg: '您不是该收件箱的成员',
    });
    expect(await desk.done('claimNext', {}, stranger)).toBeNull();
  });

  test('the next case is also one that was suspended and whose day has come, where no other waits', async () => {
    const own = await openCaseDesk(api);
    const { id } = await own.newCase();
    const { version } = await own.done('claimNext');
    const until = new Date(Date.now() + hour).toISOString();
    await own.done('suspendCase', { id, version, until, reason: '等待资料' });
    expect(await own.done('claimNext')).toBeNull();
    api.clock.setBusinessOffset(2 * hour);
    expect(await own.done('claimNext')).toMatchObject({ id, state: 'WORKING' });
    api.clock.setBusinessOffset(0);
  });

  test('a suspended case is claimed from its day on, and not before', async () => {
    const { id, version } = await atWork();
    const until = new Date(api.deps.clock.businessNow().getTime() + 5 * hour).toISOString();
    const asleep = await desk.done('suspendCase', { id, version, until, reason: '等待' });
    expect(await desk.call('claimCase', { id, version: asleep.version })).toMatchObject({
      code: 406,
      msg: expect.stringContaining('案件挂起至'),
    });
    api.clock.setBusinessOffset(6 * hour);
    expect(await desk.done('claimCase', { id, version: asleep.version })).toMatchObject({ state: 'WORKING' });
    api.clock.setBusinessOffset(0);
    await clear();
  });
});

describe('handing on', () => {
  test('who may not decide gives away only what they work, and only to a member; both are told', async () => {
    const { id, version } = await desk.newCase();
    const assigneeId = desk.other.session.userId;
    expect((await desk.call('assignCase', { id, version, assigneeId })).msg).toContain('没有权限');
    const claimed = await desk.done('claimCase', { id, version });
    const outsider = await operator(api, '外人', auditor);
    const away = { id, version: claimed.version, assigneeId: outsider.session.userId };
    expect(await desk.call('assignCase', away)).toMatchObject({ code: 406, msg: '该用户不能处理此案件' });
    expect((await desk.call('assignCase', { ...away, assigneeId }, desk.other)).msg).toBe('已被分析员领取');
    const given = await desk.done('assignCase', { ...away, assigneeId, reason: '轮班' });
    expect(given).toMatchObject({ state: 'WORKING', assignee: { id: assigneeId } });
    for (const [person, words] of [
      [desk.other, '转派给您'],
      [desk.analyst, '已转派给另一分析员'],
    ] as const) {
      const { body } = await api.call('notification/queryNotification', {}, person.token);
      expect(body.result.list[0].title).toContain(words);
    }
    await desk.done('releaseCase', { id, version: given.version }, desk.other);
  });

  test('whoever may decide gives it to anybody who may work cases, not to one who may not', async () => {
    const { id, version } = await desk.newCase();
    const viewer = await operator(api, '旁观', { permissions: ['compliance.view'] });
    const to = (person: { session: { userId: string } }) => ({
      id,
      version,
      assigneeId: person.session.userId,
    });
    expect((await desk.call('assignCase', to(viewer), desk.head)).msg).toBe('该用户不能处理此案件');
    const outsider = await operator(api, '外人', auditor);
    expect(await desk.done('assignCase', to(outsider), desk.head)).toMatchObject({ state: 'WORKING' });
  });

  test('escalated, a case is new in the inbox above, one level higher, and goes no further there', async () => {
    const { id, version, level } = await atWork();
    const up = await desk.done('escalateCase', { id, version, reason: '金额较大' });
    expect(up).toMatchObject({ state: 'NEW', inbox: { id: desk.upperId }, level: level + 1, assignee: null });
    const taken = await desk.done('claimCase', { id, version: up.version }, desk.head);
    expect(
      await desk.call('escalateCase', { id, version: taken.version, reason: '再升' }, desk.head),
    ).toMatchObject({
      code: 406,
      msg: '该收件箱没有上级，不能升级',
    });
    await desk.done('releaseCase', { id, version: taken.version }, desk.head);
  });

  test('only whoever works a case releases, escalates, suspends or closes it', async () => {
    const { id, version } = await atWork();
    const until = new Date(Date.now() + hour).toISOString();
    const acts: [string, object][] = [
      ['releaseCase', {}],
      ['escalateCase', { reason: '升级' }],
      ['suspendCase', { reason: '等待', until }],
      ['closeCase', { outcome: 'FALSE', reason }],
    ];
    for (const [action, input] of acts) {
      for (const person of [desk.other, desk.head]) {
        expect(await desk.call(action, { id, version, ...input }, person)).toMatchObject({
          code: 406,
          msg: '已被分析员领取',
        });
      }
    }
    await clear();
  });
});

describe('suspending', () => {
  test('example 9: of a high one made on 2026-11-20 10:00, suspended at 16:00 until 2026-11-22 09:00, the time is 2026-11-23 03:00', async () => {
    const at = (time: string) => api.clock.setBusinessOffset(Date.parse(time) - Date.now());
    at('2026-11-20T02:00:00Z');
    const { id } = await desk.newCase({ severity: 'HIGH' });
    // Whole minutes: the test's own time goes on.
    await api.deps.database.prisma.riskCase.updateMany({
      where: { id, tenantId: desk.tenantId },
      data: { dueAt: new Date('2026-11-21T02:00:00Z') },
    });
    at('2026-11-20T08:00:00Z');
    const { version } = await desk.done('claimCase', { id, version: 1 });
    const until = '2026-11-22T01:00:00.000Z';
    const { dueAt } = await desk.done('suspendCase', { id, version, until, reason: '等待资料' });
    expect(Math.abs(Date.parse(dueAt) - Date.parse('2026-11-22T19:00:00Z'))).toBeLessThan(10_000);
    api.clock.setBusinessOffset(0);
  });

  test('at most thirty days, later than now, and three times', async () => {
    let { id, version } = await atWork();
    const now = api.deps.clock.businessNow().getTime();
    for (const until of [now - 1000, now + 30 * 24 * hour + hour]) {
      const refused = await desk.call('suspendCase', {
        id,
        version,
        until: new Date(until).toISOString(),
        reason: '等待',
      });
      expect(refused).toMatchObject({ code: 406, msg: '须晚于现在，最长 30 天' });
    }
    for (let n = 0; n < 3; n++) {
      const until = new Date(api.deps.clock.businessNow().getTime() + hour).toISOString();
      await desk.done('suspendCase', { id, version, until, reason: '等待' });
      api.clock.setBusinessOffset((n + 1) * 2 * hour);
      await wakeCases(api.deps);
      ({ id, version } = await desk.shown(id));
      ({ id, version } = await desk.done('claimCase', { id, version }));
    }
    const until = new Date(api.deps.clock.businessNow().getTime() + hour).toISOString();
    expect((await desk.call('suspendCase', { id, version, until, reason: '等待' })).msg).toBe(
      '挂起次数已达上限',
    );
    api.clock.setBusinessOffset(0);
    await clear();
  });
});

describe('closing', () => {
  test.each([
    [{}, 'outcome'],
    [{ outcome: 'FALSE' }, 'reason'],
    [{ outcome: 'FALSE', reason: '不足十字' }, 'reason'],
    [{ outcome: 'FALSE', reason: '          八个字不满十  ' }, 'reason'],
    [{ reason }, 'outcome'],
  ])('%j is refused: it needs an outcome and a reason', async (input, path) => {
    const { id, version } = await atWork();
    const { code, msg, result } = await desk.call('closeCase', { id, version, ...input });
    expect([code, msg]).toEqual([406, '结案须填写结论与理由']);
    expect(result).toMatchObject({ issues: [{ path }] });
    await clear();
  });

  test('what is neither grave nor drawn is closed at once; its hits are labelled, the days count it', async () => {
    const { id, rule } = await caseThat(false);
    const { version } = await desk.done('claimCase', { id, version: 1 });
    const closed = await desk.done('closeCase', { id, version, outcome: 'FRAUD', reason });
    expect(closed).toMatchObject({ state: 'CLOSED', outcome: 'FRAUD', approvalId: null, assignee: null });
    expect(closed.verdict).toEqual({ outcome: 'FRAUD', reason, by: '分析员' });
    const { prisma } = api.deps.database;
    const labels = await prisma.riskLabel.findMany({ where: { caseId: id } });
    expect(labels).toEqual([
      expect.objectContaining({ outcome: 'FRAUD', source: 'CASE', labelledBy: '分析员' }),
    ]);
    const [day] = await prisma.riskDay.findMany({ where: { ruleId: rule.id } });
    expect(day).toMatchObject({ closed: 1, positive: 1, opened: 1, alerts: 1 });
  });

  test.each([
    ['a high one', { severity: 'HIGH' as const }],
    ['an urgent one', { severity: 'URGENT' as const }],
  ])('%s waits for a second person, who is not its maker', async (_name, more) => {
    const { id, version } = await atWork(more);
    const closing = await desk.done('closeCase', { id, version, outcome: 'EXPLAINED', reason });
    expect(closing).toMatchObject({ state: 'CLOSING', outcome: null, closureId: closing.approvalId });
    expect(closing.proposed).toEqual({ outcome: 'EXPLAINED', reason, by: '分析员' });
    expect(await api.deps.database.prisma.riskLabel.count({ where: { caseId: id } })).toBe(0);
    const own = await api.call('approval/approve', { id: closing.approvalId }, desk.analyst.token);
    expect(own.body).toMatchObject({ code: 406, msg: '经办人不能审批自己提交的事项' });
    const without = await operator(api, '无复核权', auditor);
    expect((await api.call('approval/approve', { id: closing.approvalId }, without.token)).body.code).toBe(
      406,
    );
    const { body } = await api.call('approval/approve', { id: closing.approvalId }, desk.head.token);
    expect(body.code).toBe(200);
    expect(await desk.shown(id)).toMatchObject({
      state: 'CLOSED',
      verdict: { outcome: 'EXPLAINED', by: '分析员' },
    });
  });

  test('a drawn one waits too: one in ten, the same whenever it is asked', async () => {
    const { id } = await caseThat(true);
    const { version } = await desk.done('claimCase', { id, version: 1 });
    expect(await desk.done('closeCase', { id, version, outcome: 'FALSE', reason })).toMatchObject({
      state: 'CLOSING',
    });
    const ids = Array.from({ length: 10_000 }, () => crypto.randomUUID());
    const drawn = ids.filter(isDrawn);
    expect(drawn.length).toBeGreaterThan(850);
    expect(drawn.length).toBeLessThan(1_150);
    expect(drawn.every(isDrawn)).toBe(true);
  });

  test('rejected or withdrawn, its closing is worked on by who handed it in', async () => {
    for (const [act, by] of [
      ['reject', desk.head],
      ['withdraw', desk.analyst],
    ] as const) {
      const { id, version } = await atWork({ severity: 'HIGH' });
      const { approvalId } = await desk.done('closeCase', { id, version, outcome: 'FALSE', reason });
      const { body } = await api.call(`approval/${act}`, { id: approvalId, reason: '证据不足' }, by.token);
      expect([body.code, body.msg]).toEqual([200, '']);
      const back = await desk.shown(id);
      expect(back).toMatchObject({ state: 'WORKING', proposed: null, assignee: { name: '分析员' } });
    }
    await clear();
  });

  test('a report that is approved and not yet written is none to close with', async () => {
    const { id, version } = await atWork();
    const { hitId } = await api.deps.database.prisma.riskAlert.findFirstOrThrow({ where: { caseId: id } });
    const narrative = '其与收款商户合谋虚构交易套取额度，'.repeat(4);
    const given = { id, kind: 'TRANSACTION', narrative, hitIds: [hitId], measures: [] };
    const { id: reportId, approvalId } = await desk.done('fileReport', given);
    expect((await api.call('approval/approve', { id: approvalId }, desk.head.token)).body.code).toBe(200);
    expect(await desk.done('getReport', { id: reportId })).toMatchObject({ state: 'WRITING' });
    const { version: now } = await desk.shown(id);
    expect(now).toBeGreaterThan(version);
    expect((await desk.call('closeCase', { id, version: now, outcome: 'REPORTED', reason })).msg).toBe(
      '没有已批准的可疑报告，不能以已上报结案',
    );
    await clear();
  });

  test('reported needs an approved report', async () => {
    const { id, version } = await atWork();
    expect((await desk.call('closeCase', { id, version, outcome: 'REPORTED', reason })).msg).toBe(
      '没有已批准的可疑报告，不能以已上报结案',
    );
    await clear();
  });
});

describe('opening again', () => {
  async function closedCase() {
    const { id, version } = await atWork();
    const closed = await desk.done('closeCase', { id, version, outcome: 'VIOLATION', reason });
    if (closed.approvalId) await api.call('approval/approve', { id: closed.approvalId }, desk.head.token);
    return desk.shown(id);
  }

  test('its labels go, and what its day counted; who closed it neither claims it nor is given it', async () => {
    const { id, version, rule } = await closedCase();
    expect((await desk.call('reopenCase', { id, version, reason: '新线索' })).msg).toContain('没有权限');
    const again = await desk.done('reopenCase', { id, version, reason: '新线索' }, desk.head);
    expect(again).toMatchObject({ state: 'NEW', reopened: 1, outcome: null, verdict: null });
    const { prisma } = api.deps.database;
    expect(await prisma.riskLabel.count({ where: { caseId: id } })).toBe(0);
    expect((await prisma.riskDay.findMany({ where: { ruleId: rule.id } }))[0]).toMatchObject({
      closed: 0,
      positive: 0,
    });
    const refused = { code: 406, msg: '原经办人不能领取重开案件' };
    expect(await desk.call('claimCase', { id, version: again.version })).toMatchObject(refused);
    const given = { id, version: again.version, assigneeId: desk.analyst.session.userId };
    expect(await desk.call('assignCase', given, desk.head)).toMatchObject(refused);
    const lone = await operator(api, '独自', auditor);
    await desk.join(lone);
    await prisma.riskCase.updateMany({
      where: { id, tenantId: desk.tenantId },
      data: { severity: 'URGENT', maxScore: 100, score: 100 },
    });
    const next = await desk.done('claimNext', {}, desk.analyst);
    expect(next?.id).not.toBe(id);
    expect((await desk.done('claimNext', {}, lone)).id).toBe(id);
    await clear();
  });

  test('on another day, and after a note, takes back what the day of the closing counted', async () => {
    const at = (time: string) => api.clock.setBusinessOffset(Date.parse(time) - Date.now());
    at('2027-06-01T04:00:00Z');
    const { id, rule } = await closedCase();
    at('2027-06-03T04:00:00Z');
    const { version } = await desk.done('addNote', { id, text: '补充材料' });
    await desk.done('reopenCase', { id, version, reason: '新线索' }, desk.head);
    const { prisma } = api.deps.database;
    const none = { day: new Date('2027-06-01'), closed: 0, positive: 0 };
    expect(await prisma.riskDay.findMany({ where: { ruleId: rule.id } })).toMatchObject([none]);
    const userId = desk.analyst.session.userId;
    const days = { userId, day: { gte: new Date('2027-06-01'), lte: new Date('2027-06-03') } };
    expect(await prisma.riskPersonDay.findMany({ where: days })).toMatchObject([none]);
    api.clock.setBusinessOffset(0);
  });

  test('refused while another of the subject and rule is open', async () => {
    const { id, version, rule, subject } = await closedCase();
    await desk.newCase({ ruleId: rule.id, subjectId: subject.id });
    expect(await desk.call('reopenCase', { id, version, reason: '新线索' }, desk.head)).toMatchObject({
      code: 406,
      msg: '已有未结案件',
    });
  });
});

describe('by the clock', () => {
  test('four hours without an act: the case is new again; an act begins them anew', async () => {
    const [left, worked] = [await atWork(), await atWork()];
    api.clock.setBusinessOffset(3 * hour);
    await desk.done('addNote', { id: worked.id, text: '已电话联系' });
    api.clock.setBusinessOffset(4 * hour + 60_000);
    await releaseIdleCases(api.deps);
    expect(await desk.shown(left.id)).toMatchObject({ state: 'NEW', assignee: null });
    expect(await desk.shown(worked.id)).toMatchObject({ state: 'WORKING' });
    expect((await events(left.id))[0]).toMatchObject({ action: 'RELEASE', actor: '系统' });
    api.clock.setBusinessOffset(0);
    await clear();
  });

  test('past its time a case at work goes to the inbox above, once; nothing comes back as the clock goes back', async () => {
    const { id } = await atWork({ severity: 'URGENT' });
    const quiet = await atWork();
    api.clock.setBusinessOffset(4 * hour + 60_000);
    await escalateOverdueCases(api.deps);
    await escalateOverdueCases(api.deps);
    const up = await desk.shown(id);
    expect(up).toMatchObject({ state: 'NEW', level: 1, inbox: { id: desk.upperId } });
    expect(await desk.shown(quiet.id)).toMatchObject({ state: 'WORKING', level: 0 });
    api.clock.setBusinessOffset(-365 * 24 * hour);
    await escalateOverdueCases(api.deps);
    await releaseIdleCases(api.deps);
    expect(await desk.shown(id)).toMatchObject({ state: 'NEW', level: 1, dueAt: up.dueAt });
    api.clock.setBusinessOffset(0);
    await clear();
  });
});

test('on the level above the time begins as somebody takes it up: from there it is escalated once more', async () => {
  const { prisma } = api.deps.database;
  const corner = await openCaseDesk(api);
  const { id: topId } = await prisma.riskInbox.create({ data: { tenantId: corner.tenantId, name: '最高' } });
  const where = { tenantId_id: { tenantId: corner.tenantId, id: corner.upperId } };
  await prisma.riskInbox.update({ where, data: { escalateToId: topId } });
  const { id, version } = await corner.newCase({ severity: 'URGENT' });
  await corner.done('claimCase', { id, version });
  const at = async (hours: number) => {
    api.clock.setBusinessOffset(hours * hour + 60_000);
    await escalateOverdueCases(api.deps);
    return corner.shown(id);
  };
  const up = await at(4);
  expect(up).toMatchObject({ level: 1, state: 'NEW' });
  await corner.done('claimCase', { id, version: up.version }, corner.head);
  expect(await at(7)).toMatchObject({ level: 1, state: 'WORKING' });
  expect(await at(9)).toMatchObject({ level: 2, state: 'NEW', inbox: { id: topId } });
  api.clock.setBusinessOffset(0);
});

describe('beside the states', () => {
  test('a note that says suspicious begins the five working days, once', async () => {
    api.clock.setBusinessOffset(Date.parse('2026-11-20T02:00:00Z') - Date.now());
    const { id } = await desk.newCase();
    const noted = await desk.done('addNote', { id, text: '=HYPERLINK("x")\n确认可疑', isSuspicious: true });
    // Friday the 20th: the 23rd to the 27th are the five working days.
    expect(noted.reportDueOn).toBe('2026-11-27');
    const twice = await desk.done('addNote', { id, text: '再次确认', isSuspicious: true });
    expect(twice.suspectedAt).toBe(noted.suspectedAt);
    expect((await events(id)).map(({ action }) => action)).toEqual(['NOTE', 'SUSPECT', 'OPEN']);
    api.clock.setBusinessOffset(0);
  });

  test('a note is written whatever the case has become, unless its writer says what they saw', async () => {
    const { id, version } = await desk.newCase();
    const { version: next } = await desk.done('addNote', { id, text: '已电话核实' });
    for (const seen of [version, next + 1]) {
      const { body } = await api.call(
        'compliance/addNote',
        { id, version: seen, text: '再核' },
        desk.analyst.token,
      );
      expect(body).toMatchObject({ code: 406, msg: '记录已被他人修改，请刷新后重试' });
    }
    await desk.done('addNote', { id, version: next, text: '再核' });
    expect((await events(id)).map(({ action }) => action)).toEqual(['NOTE', 'NOTE', 'OPEN']);
  });

  test('two cases are linked once, and each has it among its steps', async () => {
    const [one, other] = [await desk.newCase(), await desk.newCase()];
    const linked = await desk.done('linkCase', { id: other.id, otherId: one.id });
    expect(linked).toMatchObject({ id: other.id, related: [{ id: one.id, isLinked: true }] });
    expect(await desk.call('linkCase', { id: one.id, otherId: other.id })).toMatchObject({
      code: 406,
      msg: '两个案件已关联',
    });
    expect((await events(one.id))[0]).toMatchObject({ action: 'LINK', note: other.no });
    expect(await desk.call('linkCase', { id: one.id, otherId: one.id })).toMatchObject({
      code: 406,
      msg: '记录不存在',
    });
  });

  test('a case is opened by hand in the inbox of its rule, one at a time of a subject', async () => {
    const [rule, subjectId] = [await desk.rule(), await desk.employee()];
    const input = { ruleId: rule.id, subjectType: 'EMPLOYEE', subjectId, severity: 'HIGH', reason: '举报' };
    const opened = await desk.done('openCase', input);
    expect(opened).toMatchObject({
      state: 'NEW',
      alerts: 0,
      amount: 0,
      severity: 'HIGH',
      score: 40,
      inbox: { id: desk.inboxId },
    });
    expect(opened.subject.name).toMatch(/^RISK.* 王\*\*$/);
    expect(await desk.call('openCase', input)).toMatchObject({ code: 406, msg: '已有未结案件' });
    expect(await desk.call('openCase', { ...input, subjectId: rule.id })).toMatchObject({
      code: 406,
      msg: '记录不存在',
    });
    await desk.alerts([{ ruleId: rule.id, subjectId, score: 50 }]);
    expect(await desk.shown(opened.id)).toMatchObject({ alerts: 1, score: 50, severity: 'HIGH' });
  });

  test('what the rule saw and what the subject paid explain a case', async () => {
    const { prisma } = api.deps.database;
    const paid = await prisma.consumptionRecord.findFirstOrThrow({
      where: { tenantId: desk.tenantId, type: 'CONSUME', state: 'SUCCESS', employeeId: { not: null } },
      orderBy: { paidAt: 'desc' },
    });
    const subjectId = paid.employeeId as string;
    const { id } = await desk.newCase({ subjectId, at: paid.paidAt, eventId: paid.id });
    const { hits, payments, payees } = (await desk.done('explain', { id })) as unknown as {
      hits: object[];
      payments: { id: string; isHit: boolean }[];
      payees: { share: number }[];
    };
    expect(hits).toEqual([
      expect.objectContaining({
        facts: [
          { name: 'amount', kind: 'amount', source: 'PAYMENT', value: 1, asked: [{ op: 'GE', value: 1 }] },
        ],
        versionNo: 1,
        eventId: paid.id,
        outcome: null,
      }),
    ]);
    expect(payments.at(-1)).toMatchObject({ id: paid.id, isHit: true, isDeclined: false });
    expect(payees.reduce((sum, { share }) => sum + share, 0)).toBeGreaterThan(9_900);
  });

  test('a closed case is not overdue, however late it is', async () => {
    const { id, version: first, rule } = await caseThat(false);
    const { version } = await desk.done('claimCase', { id, version: first });
    await desk.done('closeCase', { id, version, outcome: 'FALSE', reason });
    api.clock.setBusinessOffset(400 * 24 * hour);
    const late = await desk.done('queryCase', { ruleIds: [rule.id], overdue: true });
    expect(late).toMatchObject({ list: [], total: 0 });
    api.clock.setBusinessOffset(0);
    await clear();
  });

  test('cases are listed as they are to be worked, and filtered', async () => {
    const { id: ruleId } = await desk.rule();
    const low = await desk.newCase({ ruleId, score: 10 });
    const high = await desk.newCase({ ruleId, severity: 'HIGH', score: 5 });
    const middle = await desk.newCase({ ruleId, score: 90 });
    const query = async (filters: object, by = desk.analyst) => {
      const page = (await desk.done('queryCase', { ruleIds: [ruleId], ...filters }, by)) as unknown as {
        list: { id: string }[];
      };
      return page.list.map(({ id }) => id);
    };
    expect(await query({})).toEqual([high.id, middle.id, low.id]);
    expect(await query({ minScore: 90 })).toEqual([middle.id]);
    expect(await query({ severity: ['HIGH'] })).toEqual([high.id]);
    expect(await query({ subjectId: low.subject.id })).toEqual([low.id]);
    expect(await query({ keyword: low.no.toLowerCase() })).toEqual([low.id]);
    expect(await query({ inboxId: desk.upperId })).toEqual([]);
    expect(await query({ overdue: true })).toEqual([]);
    await desk.done('claimCase', { id: low.id, version: 1 });
    expect(await query({ mine: true })).toEqual([low.id]);
    expect(await query({ state: ['WORKING'] })).toEqual([low.id]);
    api.clock.setBusinessOffset(25 * hour);
    expect(await query({ overdue: true })).toEqual([high.id]);
    api.clock.setBusinessOffset(0);
    await clear();
  });

  test('an export of cases is for whoever may export, has the list’s rows, and shows no whole name', async () => {
    const { id: ruleId } = await desk.rule();
    const { no } = await desk.newCase({ ruleId });
    const given = { ruleIds: [ruleId], format: 'csv' };
    expect((await api.call('compliance/exportCase', given, desk.analyst.token)).body.code).toBe(406);
    const { text } = await api.call('compliance/exportCase', given, desk.head.token);
    expect(text).toContain(no);
    expect(text).toContain('王**');
    expect(text).not.toContain('王小明');
  });

  test('an exported case says each thing in its own column', async () => {
    const at = (time: string) => api.clock.setBusinessOffset(Date.parse(time) - Date.now());
    at('2026-11-20T02:00:00Z');
    const { id, version: first, no, rule, subject, inbox } = await caseThat(false);
    at('2026-11-20T05:00:00Z');
    const { version } = await desk.done('claimCase', { id, version: first });
    await desk.done('closeCase', { id, version, outcome: 'EXPLAINED', reason });
    api.clock.setBusinessOffset(0);
    const given = { ruleIds: [rule.id], format: 'csv' };
    const { text } = await api.call('compliance/exportCase', given, desk.head.token);
    const [head = [], row = []] = csvLines(text);
    const cells = Object.fromEntries(head.map((column, place) => [column, row[place]]));
    expect(cells).toEqual({
      ...{
        案件号: no,
        主体类型: '员工',
        主体: subject.name,
        规则: `${rule.code} ${rule.name}`,
        收件箱: inbox.name,
      },
      ...{ 预警数: '1', '金额（元）': '1.00', 评分: '40', 严重程度: '低', 级别: '0', 经办人: '' },
      ...{ 状态: '已结案', 结论: '有合理解释', 时限: expect.stringMatching(/^2026-11-27 10:00/) },
      立案时间: expect.stringMatching(/^2026-11-20 10:00/),
      结案时间: expect.stringMatching(/^2026-11-20 13:00/),
    });
  });
});

test('待领取, 将超时 and 待复核结案 are counted for whom they wait', async () => {
  api.clock.setBusinessOffset(Date.parse('2026-11-20T02:00:00Z') - Date.now());
  const corner = await openCaseDesk(api);
  const worker = await operator(api, '分析员', { permissions: [...auditor.permissions, 'home.view'] });
  await corner.join(worker);
  const boss = await operator(api, '主管', { permissions: [...chief.permissions, 'home.view'] });
  const lists = { caseToClaim: 'TO_CLAIM', caseDueSoon: 'DUE_SOON', caseToCheck: 'TO_CHECK' };
  const todos = async (person: typeof worker) => {
    const { body } = await api.call('home/getHome', {}, person.token);
    const counted: { kind: string; count: number }[] = body.result.todos;
    const found = Object.fromEntries(
      counted.filter(({ kind }) => kind.startsWith('case')).map(({ kind, count }) => [kind, count]),
    );
    // The way from each leads to exactly those that it counts.
    for (const [kind, todo] of Object.entries(lists)) {
      if (kind === 'caseToCheck' && person !== boss) continue;
      const page = await corner.done('queryCase', { todo }, person);
      expect([kind, page]).toMatchObject([kind, { total: found[kind] ?? 0 }]);
    }
    return found;
  };
  const before = (await todos(boss)).caseToCheck ?? 0;
  expect(await todos(worker)).toEqual({});
  await corner.newCase({ severity: 'MEDIUM' });
  expect(await todos(worker)).toEqual({ caseToClaim: 1 });
  const urgent = await corner.newCase({ severity: 'URGENT' });
  expect(await todos(worker)).toEqual({ caseToClaim: 2, caseDueSoon: 1 });
  const { id, version } = await corner.done('claimNext', {}, worker);
  expect(id).toBe(urgent.id);
  expect(await todos(worker)).toEqual({ caseToClaim: 1, caseDueSoon: 1 });
  await corner.done('closeCase', { id, version, outcome: 'FALSE', reason }, worker);
  expect(await todos(worker)).toEqual({ caseToClaim: 1 });
  expect((await todos(boss)).caseToCheck).toBe(before + 1);
  // Nor is one that they handed in themselves.
  const grave = await corner.newCase({ severity: 'HIGH' });
  const given = { id: grave.id, version: grave.version, assigneeId: boss.session.userId };
  const own = await corner.done('assignCase', given, boss);
  await corner.done('closeCase', { id: own.id, version: own.version, outcome: 'FALSE', reason }, boss);
  expect((await todos(boss)).caseToCheck).toBe(before + 1);
  // One about themselves is none of theirs.
  await corner.newCase({ subjectId: await corner.employee({ userId: worker.session.userId }) });
  expect(await todos(worker)).toEqual({ caseToClaim: 1 });
  api.clock.setBusinessOffset(0);
});

test('a desk counts what waits for somebody and what they closed on the business day', async () => {
  api.clock.setBusinessOffset(Date.parse('2026-11-20T15:30:00Z') - Date.now());
  const corner = await openCaseDesk(api);
  const deskOf = (by = corner.analyst) =>
    corner.done('getDesk', {}, by) as unknown as Promise<{ toClaim: number; closedToday: number }>;
  expect(await deskOf()).toEqual({ toClaim: 0, closedToday: 0 });
  const closing = await corner.newCase();
  await corner.newCase();
  expect(await deskOf()).toEqual({ toClaim: 2, closedToday: 0 });
  const by = { id: corner.analyst.session.userId, name: '分析员' };
  await bringCase(api, closing.id, 'CLOSED', by);
  expect(await deskOf()).toEqual({ toClaim: 1, closedToday: 1 });
  expect(await deskOf(corner.other)).toEqual({ toClaim: 1, closedToday: 0 });
  // Opened again it is none of theirs: whoever closed it can't claim it.
  const { version } = await corner.shown(closing.id);
  await corner.done('reopenCase', { id: closing.id, version, reason: '新线索' }, corner.head);
  expect(await deskOf()).toEqual({ toClaim: 1, closedToday: 0 });
  expect(await deskOf(corner.other)).toEqual({ toClaim: 2, closedToday: 0 });
  const kept = await corner.newCase();
  await bringCase(api, kept.id, 'CLOSED', by);
  // Half an hour later it is another day in Asia/Shanghai.
  api.clock.setBusinessOffset(Date.parse('2026-11-20T16:30:00Z') - Date.now());
  expect((await deskOf()).closedToday).toBe(0);
  api.clock.setBusinessOffset(0);
});

test('of the steps of a case those of some kinds are listed alone', async () => {
  const { id } = await atWork();
  await desk.done('addNote', { id, text: '已电话核实' });
  await desk.done('addNote', { id, text: '金额异常', isSuspicious: true });
  const listed = async (action: string[]) => {
    const page = (await desk.done('queryCaseEvent', { id, action })) as unknown as {
      list: { note: string }[];
      total: number;
    };
    expect(page.total).toBe(page.list.length);
    return page.list.map(({ note }) => note);
  };
  expect(await listed(['NOTE', 'SUSPECT'])).toEqual(['金额异常', '已电话核实']);
  expect(await listed(['SUSPECT'])).toEqual(['金额异常']);
  await clear();
});

test('who only views changes nothing', async () => {
  const viewer = await operator(api, '旁观', { permissions: ['compliance.view'] });
  const { id } = await desk.newCase();
  for (const [action, input] of [
    ['claimCase', { id, version: 1 }],
    ['addNote', { id, text: '备注' }],
    ['freezeSubject', { id, reason: '冻结' }],
  ] as const) {
    expect((await desk.call(action, input, viewer)).msg).toContain('没有权限');
  }
});

test('what must always be true of cases is', async () => {
  expect(chief.permissions).toContain('compliance.decide');
  await expectInvariants(api);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CaseDesk, chief, openCaseDesk } from '../../../../../tests/support/case-desk.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { escalateOverdueCases, releaseIdleCases, wakeCases } from './cases/case-duties.ts';

let api: TestApi;
let desk: CaseDesk;
let officer: Awaited<ReturnType<typeof operator>>;
const [hour, day] = [3_600_000, 86_400_000];
const noon = Date.parse('2030-11-20T04:00:00Z');

/** The business time stands still there. */
const itIs = (instant: number) => Object.assign(api.clock, { businessNow: () => new Date(instant) });
const text = (instant: number) => new Date(instant).toISOString();

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  const permissions = [...chief.permissions, 'compliance.settings', 'limit.adjust', 'limit.view'];
  officer = await operator(api, '合规专员', { permissions });
});
afterAll(() => api.close());
beforeEach(() => itIs(noon));

/** A case that the analyst has suspended until an instant. */
async function suspended(until: number, at: CaseDesk = desk) {
  const { id } = await at.newCase();
  const { version } = await at.done('claimCase', { id, version: 1 });
  return at.done('suspendCase', { id, version, until: text(until), reason: '等待资料' });
}

describe('a suspension', () => {
  test('that would be over at once is none, nor is one of a millisecond more than thirty days', async () => {
    const { id } = await desk.newCase();
    const { version } = await desk.done('claimCase', { id, version: 1 });
    const suspend = (until: number) =>
      desk.call('suspendCase', { id, version, until: text(until), reason: '等待' });
    for (const until of [noon - 1, noon, noon + 30 * day + 1]) {
      expect(await suspend(until)).toMatchObject({ code: 406, msg: '须晚于现在，最长 30 天' });
    }
    expect(await suspend(noon + 30 * day)).toMatchObject({ code: 200, result: { state: 'SUSPENDED' } });
    const short = await suspended(noon + 1);
    expect(short).toMatchObject({ state: 'SUSPENDED', suspendedUntil: text(noon + 1) });
  });

  test('is over at its very end: the case can be claimed then, and not a millisecond before', async () => {
    const { id, version } = await suspended(noon + hour);
    itIs(noon + hour - 1);
    expect((await desk.call('claimCase', { id, version })).msg).toContain('案件挂起至');
    itIs(noon + hour);
    expect(await desk.done('claimCase', { id, version })).toMatchObject({ state: 'WORKING' });
  });

  test('that is over gives the next case, and a millisecond before none', async () => {
    const corner = await openCaseDesk(api);
    const { id } = await suspended(noon + hour, corner);
    itIs(noon + hour - 1);
    expect(await corner.done('claimNext')).toBeNull();
    itIs(noon + hour);
    expect(await corner.done('claimNext')).toMatchObject({ id, state: 'WORKING' });
  });

  test('is ended by the duty at its very end, and not a millisecond before', async () => {
    const { id } = await suspended(noon + hour);
    itIs(noon + hour - 1);
    await wakeCases(api.deps);
    expect(await desk.shown(id)).toMatchObject({ state: 'SUSPENDED' });
    itIs(noon + hour);
    await wakeCases(api.deps);
    expect(await desk.shown(id)).toMatchObject({ state: 'NEW', suspendedUntil: null });
  });

  test('that an alert ends leaves the time of the case as it is from its very end on, and is taken off before', async () => {
    const [early, late] = [await suspended(noon + hour), await suspended(noon + hour)];
    const alert = ({ rule, subject }: typeof early) =>
      desk.alerts([{ ruleId: rule.id, subjectId: subject.id }]);
    itIs(noon + hour - 1);
    await alert(early);
    itIs(noon + hour);
    await alert(late);
    expect(await desk.shown(early.id)).toMatchObject({
      ...{ state: 'NEW', dueAt: text(Date.parse(early.dueAt) - 1) },
    });
    expect(await desk.shown(late.id)).toMatchObject({ state: 'NEW', dueAt: late.dueAt });
  });
});

describe('a case at work', () => {
  test('is given back four hours after the last act, and not a millisecond before', async () => {
    const { id } = await desk.newCase();
    await desk.done('claimCase', { id, version: 1 });
    itIs(noon + 4 * hour - 1);
    await releaseIdleCases(api.deps);
    expect(await desk.shown(id)).toMatchObject({ state: 'WORKING' });
    itIs(noon + 4 * hour);
    await releaseIdleCases(api.deps);
    expect(await desk.shown(id)).toMatchObject({ state: 'NEW', assignee: null });
  });

  test('is in time until the very end of its time, and overdue and escalated a millisecond later', async () => {
    const { id, rule } = await desk.newCase({ severity: 'URGENT' });
    await desk.done('claimCase', { id, version: 1 });
    const overdue = async () => {
      const page = (await desk.done('queryCase', { ruleIds: [rule.id], overdue: true })) as unknown as {
        total: number;
      };
      const { overdue: counted } = (await desk.done('getDashboard', {
        ...{ from: '2030-11-20', to: '2030-11-20' },
      })) as unknown as { overdue: number };
      return { listed: page.total, counted };
    };
    itIs(noon + 4 * hour);
    const before = await overdue();
    await escalateOverdueCases(api.deps);
    expect(await desk.shown(id)).toMatchObject({ state: 'WORKING', level: 0 });
    itIs(noon + 4 * hour + 1);
    expect(await overdue()).toEqual({ listed: before.listed + 1, counted: before.counted + 1 });
    expect(before.listed).toBe(0);
    await escalateOverdueCases(api.deps);
    expect(await desk.shown(id)).toMatchObject({ state: 'NEW', level: 1 });
  });
});

describe('an entry of a list', () => {
  const list = async (more: object, by = officer.token) =>
    (await api.call('compliance/addEntry', { reason: '测试', ...more }, by)).body;

  test('ends after it begins, and a white one 180 days later at most', async () => {
    const { id: ruleId } = await desk.rule();
    const of = async (rest: object) =>
      list({ subjectType: 'EMPLOYEE', subjectId: await desk.employee(), from: text(noon), ...rest });
    const white = (to: number) => of({ list: 'WHITE', ruleIds: [ruleId], to: text(to) });
    expect(await of({ list: 'BLACK', to: text(noon) })).toMatchObject({ code: 406 });
    expect(await of({ list: 'BLACK', to: text(noon + 1) })).toMatchObject({ code: 200 });
    expect(await white(noon + 180 * day + 1)).toMatchObject({ code: 406, msg: '白名单不得超过 180 天' });
    expect(await white(noon + 180 * day)).toMatchObject({ code: 200 });
  });

  test('is followed by another that begins as it ends; one that begins a millisecond before overlaps it', async () => {
    const subject = { list: 'GREY', subjectType: 'EMPLOYEE', subjectId: await desk.employee() };
    expect(await list({ ...subject, to: text(noon + hour) })).toMatchObject({ code: 200 });
    expect(await list({ ...subject, from: text(noon + hour - 1) })).toMatchObject({
      ...{ code: 406, msg: '名单中已存在' },
    });
    expect(await list({ ...subject, from: text(noon + hour) })).toMatchObject({ code: 200 });
  });

  test('of the black list holds payments and acts from its first moment until its last, and not at its very end', async () => {
    const { prisma } = api.deps.database;
    const account = await prisma.limitAccount.findFirstOrThrow({
      where: {
        ...{ tenantId: desk.tenantId, available: { gt: 50_000 }, expiresAt: null },
        employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE', ruleScopes: { none: {} } } },
      },
      orderBy: { id: 'asc' },
    });
    const { employeeId } = account;
    const maker = await operator(api, '经办', { permissions: ['limit.adjust'] });
    const payment = { employeeId, amount: 10, personalAmount: 0, category: 'MEAL', channel: 'ALIPAY' };
    const adjusted = { employeeId, type: 'INCREASE', amount: 1, reason: '测试' };
    const both = async (instant: number) => {
      itIs(instant);
      const paid = await api.call('dev/pay', payment, officer.token);
      const key = { 'Idempotency-Key': crypto.randomUUID() };
      const acted = await api.call('limit/adjustLimit', adjusted, maker.token, key);
      return [paid.body.msg, acted.body.msg];
    };
    const span = { list: 'BLACK', from: text(noon + hour), to: text(noon + 2 * hour) };
    await list({ ...span, subjectType: 'EMPLOYEE', subjectId: employeeId });
    await list({ ...span, subjectType: 'OPERATOR', subjectId: maker.session.userId });
    const held = ['不予承兑', '操作受限，请联系合规'];
    expect(await both(noon + hour - 1)).toEqual(['', '']);
    expect(await both(noon + hour)).toEqual(held);
    expect(await both(noon + 2 * hour - 1)).toEqual(held);
    expect(await both(noon + 2 * hour)).toEqual(['', '']);
  });

  test('is told of the subject of a case until its last moment, and not at its very end', async () => {
    const { id, subject } = await desk.newCase();
    const to = text(noon + hour);
    await list({ list: 'GREY', subjectType: 'EMPLOYEE', subjectId: subject.id, to });
    itIs(noon + hour - 1);
    expect((await desk.shown(id)).profile.lists).toEqual([
      { list: 'GREY', rule: null, from: text(noon), to },
    ]);
    itIs(noon + hour);
    expect((await desk.shown(id)).profile.lists).toEqual([]);
  });

  test('of the white and the grey list is of hits and alerts until its last moment, and not at its very end', async () => {
    const { id: ruleId } = await desk.rule();
    const people = [await desk.employee(), await desk.employee(), await desk.employee()];
    const [white, greyBefore, greyAfter] = people as [string, string, string];
    const to = text(noon + hour);
    const asked = await list({
      ...{ list: 'WHITE', subjectType: 'EMPLOYEE', subjectId: white, ruleIds: [ruleId], to },
    });
    const { id: approvalId } = await api.deps.database.prisma.approval.findFirstOrThrow({
      where: { tenantId: desk.tenantId, subjectId: asked.result.entries[0].requestId },
    });
    const { body } = await api.call('approval/approve', { id: approvalId }, desk.head.token);
    expect(body).toMatchObject({ code: 200 });
    for (const subjectId of [greyBefore, greyAfter]) {
      expect(await list({ list: 'GREY', subjectType: 'EMPLOYEE', subjectId, to })).toMatchObject({
        code: 200,
      });
    }
    itIs(noon + hour - 1);
    await desk.alerts([
      ...[noon + hour - 1, noon + hour].map((at) => ({ ruleId, subjectId: white, at: new Date(at) })),
      { ruleId, subjectId: greyBefore },
    ]);
    itIs(noon + hour);
    await desk.alerts([{ ruleId, subjectId: greyAfter }]);
    const alerts = await api.deps.database.prisma.riskAlert.findMany({
      where: { tenantId: desk.tenantId, ruleId },
      orderBy: { at: 'asc' },
    });
    const ofWhite = alerts.filter(({ subjectId }) => subjectId === white);
    expect(ofWhite.map(({ state }) => state)).toEqual(['SUPPRESSED', 'IN_CASE']);
    const cases = await api.deps.database.prisma.riskCase.findMany({
      where: { tenantId: desk.tenantId, ruleId },
    });
    const scoreOf = (person: string) => cases.find(({ subjectId }) => subjectId === person)?.score;
    expect([scoreOf(white), scoreOf(greyBefore), scoreOf(greyAfter)]).toEqual([40, 60, 40]);
  });
});

test('a trial has lasted long enough after 24 hours, and a millisecond before it has not', async () => {
  const terms = { score: 30, severity: 'MEDIUM', action: 'ALERT', inboxId: desk.inboxId };
  const expression = {
    ...{ source: 'PAYMENT', subject: 'EMPLOYEE', filters: [], window: { kind: 'EVENT' }, aggregates: [] },
    when: { of: 'amount', op: 'GE', value: 1 },
  };
  const act = async (action: string, input: object) =>
    (await api.call(`compliance/${action}`, input, officer.token)).body;
  const added = await act('addRule', { code: 'ENDS', name: '试运行', expression, ...terms });
  const versionId = added.result.versions[0].id;
  const { result } = await act('startShadow', { id: versionId, version: added.result.version });
  const submit = () => act('submitRule', { id: versionId, version: result.version, reason: '试运行正常' });
  itIs(noon + day - 1);
  expect((await submit()).msg).toBe('试运行未满 24 小时');
  itIs(noon + day);
  expect((await submit()).msg).toBe('请先完成回测');
});

test('a backtest is of 366 days at most, to the millisecond', async () => {
  const { versionId } = await desk.rule();
  const start = async (from: number) => {
    const input = { versionId, from: text(from), to: text(noon) };
    return (await api.call('compliance/startBacktest', input, officer.token)).body.code;
  };
  expect(await start(noon)).toBe(400);
  expect(await start(noon - 366 * day - 1)).toBe(400);
  expect(await start(noon - 366 * day)).toBe(200);
});

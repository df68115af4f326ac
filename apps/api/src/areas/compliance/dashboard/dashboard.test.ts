import type { ComplianceDashboard } from '@xyxlx/contracts/compliance-dashboard';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  auditor,
  bringCase,
  type CaseDesk,
  openCaseDesk,
} from '../../../../../../tests/support/case-desk.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: CaseDesk;
/** Of Asia/Shanghai: a Friday, 10:30. */
const now = '2026-11-20T02:30:00Z';
const span = { from: '2026-11-20', to: '2026-11-20' };

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  api.clock.setBusinessOffset(Date.parse(now) - Date.now());
});
afterAll(() => api.close());

const dashboard = async (input: object = span, by = desk.head) =>
  (await desk.done('getDashboard', input, by)) as unknown as ComplianceDashboard;

test('a day’s alerts, closings, hours and people, from the rollups; the same counted from what a narrower role sees', async () => {
  const [rule, other] = [await desk.rule(), await desk.rule()];
  const by = { id: desk.analyst.session.userId, name: '分析员' };
  const night = new Date('2026-11-19T15:10:00Z');
  for (let n = 0; n < 3; n++) {
    const { id } = await desk.newCase({ ruleId: rule.id, at: night });
    await bringCase(api, id, 'CLOSED', by);
  }
  const { prisma } = api.deps.database;
  const open = await desk.newCase({ ruleId: other.id });
  await desk.alerts([{ ruleId: other.id, subjectId: open.subject.id }]);
  const mine = ({ rule: { id } }: { rule: { id: string } }) => id === rule.id || id === other.id;
  const whole = await dashboard();
  expect(whole.alerts.filter(mine)).toEqual([
    { day: '2026-11-20', rule: expect.objectContaining({ id: rule.id }), alerts: 3, suppressed: 0 },
    { day: '2026-11-20', rule: expect.objectContaining({ id: other.id }), alerts: 2, suppressed: 0 },
  ]);
  expect(
    whole.precision.filter(mine).map(({ closed, positive, share }) => [closed, positive, share]),
  ).toEqual([
    [3, 0, 0],
    [0, 0, null],
  ]);
  expect(whole.people).toContainEqual({ user: { id: by.id, name: '分析员' }, closed: 3, positive: 0 });
  const days = await dashboard({ from: '2026-11-19', to: '2026-11-20' });
  expect(days.hours).toContainEqual({ weekday: 4, hour: 23, alerts: 3 });
  expect(days.hours).toContainEqual({ weekday: 5, hour: 10, alerts: 2 });

  const narrow = await operator(api, '一商户合规', {
    ...{
      permissions: [...auditor.permissions, 'compliance.decide'],
      dataScope: 'MERCHANTS',
      merchantIds: [desk.merchantId],
    },
  });
  const seen = await dashboard(span, narrow);
  expect((await dashboard({ from: '2026-11-19', to: '2026-11-20' }, narrow)).hours).toEqual(days.hours);
  expect(seen.alerts.filter(mine)).toEqual(whole.alerts.filter(mine));
  expect(seen.precision.filter(mine)).toEqual(whole.precision.filter(mine));
  expect(seen.people).toContainEqual({ user: { id: by.id, name: '分析员' }, closed: 3, positive: 0 });
  const elsewhere = await prisma.merchant.findFirstOrThrow({
    where: { tenantId: desk.tenantId, id: { not: desk.merchantId } },
  });
  const outside = await operator(api, '别家合规', {
    ...{ permissions: auditor.permissions, dataScope: 'MERCHANTS', merchantIds: [elsewhere.id] },
  });
  const nothing = await dashboard(span, outside);
  expect([nothing.alerts, nothing.hours, nothing.precision, nothing.people]).toEqual([[], [], [], null]);
  expect(nothing.ageing).toEqual({ hours4: 0, hours24: 0, hours72: 0, more: 0 });
});

test('open cases by their age, those past their time, and how soon somebody acted', async () => {
  const before = await dashboard();
  const opened = await desk.newCase({ severity: 'URGENT' });
  const added = await dashboard();
  expect(added.ageing.hours4 - before.ageing.hours4).toBe(1);
  api.clock.setBusinessOffset(Date.parse(now) - Date.now() + 3 * 3_600_000);
  await desk.done('claimCase', { id: opened.id, version: opened.version });
  const acted = await dashboard();
  expect(acted.firstAct.count - added.firstAct.count).toBe(1);
  expect(acted.firstAct.p95).toBeGreaterThan(100);
  expect(acted.firstAct.p95).toBeLessThan(185);
  api.clock.setBusinessOffset(Date.parse(now) - Date.now() + 5 * 3_600_000);
  const late = await dashboard();
  expect(late.ageing.hours24 - before.ageing.hours24).toBeGreaterThanOrEqual(1);
  expect(late.overdue - before.overdue).toBe(1);
  api.clock.setBusinessOffset(Date.parse(now) - Date.now() + 80 * 3_600_000);
  expect((await dashboard()).ageing.more).toBeGreaterThanOrEqual(1);
  api.clock.setBusinessOffset(Date.parse(now) - Date.now());
});

test('precision is of what was closed from the first day to the last, with its interval, and none where nothing was', async () => {
  const [rule, other] = [await desk.rule('PRECA'), await desk.rule('PRECB')];
  const day = (at: string, closed: number, positive: number) => ({
    ...{ tenantId: desk.tenantId, ruleId: rule.id, day: new Date(at), closed, positive },
  });
  await api.deps.database.prisma.riskDay.createMany({
    data: [
      day('2026-08-31', 7, 7),
      day('2026-09-01', 25, 12),
      day('2026-09-30', 15, 0),
      day('2026-10-01', 9, 9),
      { tenantId: desk.tenantId, ruleId: other.id, day: new Date('2026-09-15'), alerts: 2, suppressed: 1 },
    ],
  });
  const september = await dashboard({ from: '2026-09-01', to: '2026-09-30' });
  expect(september.precision).toEqual([
    {
      rule: expect.objectContaining({ id: rule.id }),
      closed: 40,
      positive: 12,
      share: 3_000,
      low: 1_807,
      high: 4_543,
    },
    {
      rule: expect.objectContaining({ id: other.id }),
      closed: 0,
      positive: 0,
      share: null,
      low: null,
      high: null,
    },
  ]);
  expect(september.alerts).toEqual([
    { day: '2026-09-15', rule: expect.objectContaining({ id: other.id }), alerts: 2, suppressed: 1 },
  ]);
});

test('a span of more than 92 days tells its alerts by weeks, the first of which begins with it', async () => {
  const rule = await desk.rule();
  // Thursday to Sunday, and the Monday after.
  const days = ['2026-03-05', '2026-03-06', '2026-03-08', '2026-03-09'].map((day, n) => ({
    ...{
      tenantId: desk.tenantId,
      ruleId: rule.id,
      day: new Date(day),
      alerts: 10 ** n,
      suppressed: 1,
      closed: 1,
    },
  }));
  await api.deps.database.prisma.riskDay.createMany({ data: days });
  const told = async (from: string, to: string) => {
    const { alerts, precision } = await dashboard({ from, to });
    expect(precision).toEqual([expect.objectContaining({ closed: from === '2026-03-06' ? 3 : 4 })]);
    return alerts.map((row) => [row.day, row.alerts, row.suppressed]);
  };
  expect(await told('2026-03-06', '2026-06-05')).toEqual([
    ['2026-03-06', 10, 1],
    ['2026-03-08', 100, 1],
    ['2026-03-09', 1_000, 1],
  ]);
  expect(await told('2026-03-06', '2026-06-06')).toEqual([
    ['2026-03-06', 110, 2],
    ['2026-03-09', 1_000, 1],
  ]);
  expect(await told('2026-02-20', '2026-06-05')).toEqual([
    ['2026-03-02', 111, 3],
    ['2026-03-09', 1_000, 1],
  ]);
});

test('a span is at most 366 days, from its beginning to its end; who closed what is for who decides', async () => {
  for (const input of [
    { from: '2025-11-20', to: '2026-11-21' },
    { from: '2026-11-21', to: '2026-11-20' },
    { from: '2026-11-20' },
  ])
    expect((await desk.call('getDashboard', input, desk.head)).code).toBe(400);
  expect((await dashboard({ from: '2025-11-20', to: '2026-11-20' })).people).not.toBeNull();
  expect((await dashboard(span, desk.analyst)).people).toBeNull();
});

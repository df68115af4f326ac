import { tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let platform: string;
let maker: string;
let other: string;
beforeAll(async () => {
  api = await startTestApi();
  platform = await api.signIn('13800000001');
  maker = await api.signIn('13800000002');
  other = await api.signIn('13800000004');
});
afterAll(() => api.close());

interface Said {
  kind: string;
  name: string;
}
interface Year {
  isPublished: boolean;
  days: { day: string; own: Said | null; national: Said | null }[];
}

async function yearOf(year: number, token = maker): Promise<Year> {
  return (await api.call('workCalendar/queryDay', { year }, token)).body.result;
}

const dayOf = async (day: string, token = maker) =>
  (await yearOf(Number(day.slice(0, 4)), token)).days.find((one) => one.day === day);

const edit = (input: object, token = maker) => api.call('workCalendar/editDay', input, token);
const remove = (input: object, token = maker) => api.call('workCalendar/deleteDay', input, token);

test('2026 is published with the State Council’s six days worked; 2027 is not', async () => {
  const { isPublished, days } = await yearOf(2026);
  expect(isPublished).toBe(true);
  const worked = days.flatMap(({ day, national }) => (national?.kind === 'WORK' ? [day] : []));
  expect(worked).toEqual([
    '2026-01-04',
    '2026-02-14',
    '2026-02-28',
    '2026-05-09',
    '2026-09-20',
    '2026-10-10',
  ]);
  expect(days.filter(({ national }) => national?.kind === 'OFF')).toHaveLength(33);
  expect(await yearOf(2027)).toEqual({ isPublished: false, days: [] });
});

describe('a day', () => {
  test('of the tenant’s own stands above the national one, for that tenant alone, and goes again', async () => {
    const given = { day: '2026-10-05', kind: 'WORK', name: '盘点' };
    const { body } = await edit(given);
    expect(body.result).toEqual({
      day: '2026-10-05',
      own: { kind: 'WORK', name: '盘点' },
      national: { kind: 'OFF', name: '国庆节' },
    });
    expect(await dayOf('2026-10-05')).toEqual(body.result);
    expect((await dayOf('2026-10-05', other))?.own).toBeNull();
    expect((await edit(given)).body).toMatchObject({ code: 406, msg: '该日设置没有变化' });
    expect((await edit({ ...given, name: '大盘点' })).body.result.own).toEqual({
      kind: 'WORK',
      name: '大盘点',
    });
    expect((await remove({ day: '2026-10-05' })).body.result.own).toBeNull();
    expect((await remove({ day: '2026-10-05' })).body).toMatchObject({ code: 406, msg: '该日设置没有变化' });
  });

  test('of the national calendar is the platform administrator’s to set, and every tenant’s', async () => {
    const given = { layer: 'NATIONAL', day: '2028-01-01', kind: 'OFF', name: '元旦' };
    expect((await edit(given)).body).toMatchObject({ code: 406, msg: '国家日历由平台管理员维护' });
    expect(await dayOf('2028-01-01')).toBeUndefined();
    expect((await edit(given, platform)).body.result).toMatchObject({
      own: null,
      national: { name: '元旦' },
    });
    for (const token of [maker, other])
      expect((await dayOf('2028-01-01', token))?.national?.name).toBe('元旦');
    expect((await remove({ layer: 'NATIONAL', day: '2028-01-01' })).body).toMatchObject({ code: 406 });
    expect((await remove({ layer: 'NATIONAL', day: '2028-01-01' }, platform)).body.code).toBe(200);
    expect(await dayOf('2028-01-01')).toBeUndefined();
  });

  test('is logged with what was said of it before and after', async () => {
    const { headers } = await edit({ day: '2026-12-24', kind: 'OFF', name: '年会' });
    const row = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { traceId: headers['x-request-id'] as string },
    });
    expect(row).toMatchObject({
      module: 'workCalendar',
      action: 'editDay',
      targetType: 'workCalendar',
      targetLabel: '本租户 2026-12-24',
      before: {},
      after: { kind: '放假', name: '年会' },
    });
  });

  test('that a plan has issued by stays as it is, its own and the one it was moved to', async () => {
    await runOf({ runOn: '2026-11-14', plannedAt: '2026-11-15T16:10:00Z' });
    await runOf({ runOn: '2026-11-21', plannedAt: '2026-11-20T16:10:00Z', state: 'SKIPPED' });
    const off = { kind: 'OFF', name: '团建' };
    for (const day of ['2026-11-14', '2026-11-16']) {
      expect((await edit({ day, ...off })).body, day).toMatchObject({ code: 406, msg: '该日已有发放执行' });
      expect((await edit({ day, ...off, layer: 'NATIONAL' }, platform)).body, day).toMatchObject({
        code: 406,
      });
      expect((await edit({ day, ...off }, other)).body.code, day).toBe(200);
    }
    for (const day of ['2026-11-15', '2026-11-21'])
      expect((await edit({ day, ...off })).body.code, day).toBe(200);
  });

  test.each([
    ['no date', { day: '2026-02-30', kind: 'OFF', name: '一' }],
    ['no name', { day: '2026-12-25', kind: 'OFF', name: '' }],
    ['two lines', { day: '2026-12-25', kind: 'OFF', name: '一\n二' }],
    ['a third kind', { day: '2026-12-25', kind: 'HALF', name: '半天' }],
  ])('with %s is refused', async (_what, input) => {
    expect((await edit(input)).status).toBe(400);
  });

  test('is read by whoever sees issuing, and set by those alone who keep the calendar', async () => {
    const checker = await api.signIn('13800000003');
    expect((await yearOf(2026, checker)).isPublished).toBe(true);
    const { body } = await edit({ day: '2026-12-25', kind: 'OFF', name: '一' }, checker);
    expect(body.code).toBe(406);
    expect(await dayOf('2026-12-25')).toBeUndefined();
  });
});

describe('a file', () => {
  const header = '日期,放假/上班,名称';

  async function upload(lines: readonly string[], fields: Record<string, string> = {}, token = maker) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([[header, ...lines].join('\n')]), 'days.csv');
    const answer = await fetch(`${api.url}/xyxlx/workCalendar/importDay`, {
      method: 'POST',
      headers: { Authorization: token },
      body: form,
    });
    return (await answer.json()) as { code: number; msg: string; result: { jobId: string } };
  }

  const jobIn = (id: string, states: string[], token = maker) =>
    eventually(async () => {
      const { result } = (await api.call('job/getJob', { id }, token)).body;
      expect(states).toContain(result.state);
      return result;
    });

  async function imported(lines: readonly string[], fields: Record<string, string> = {}, token = maker) {
    const { result } = await upload(lines, fields, token);
    const checked = await jobIn(result.jobId, ['WAITING_CONFIRM', 'FAILED'], token);
    await api.call('job/confirmImport', { id: result.jobId }, token);
    await jobIn(result.jobId, ['SUCCEEDED', 'PARTIAL'], token);
    const { body } = await api.call('job/queryImportRow', { id: result.jobId, pageSize: 200 }, token);
    return { report: checked.report, rows: body.result?.list ?? [] };
  }

  test('publishes a year: days as sheets have them, bad rows left out and told why', async () => {
    const template = await api.call('workCalendar/dayTemplate', { format: 'csv' }, maker);
    expect(template.text.replace('\ufeff', '').trim()).toBe(header);
    const { report } = await imported([
      '2029/1/1,放假,元旦',
      '2029年1月2日,放假,元旦',
      '2029-01-06,上班,调休上班',
      '2029-01-06,放假,元旦',
      '2029-02-30,放假,春节',
      '2029-02-13,半天,春节',
      '2029-02-14,放假,',
    ]);
    expect(report).toMatchObject({ rows: 7, good: 3, bad: 4 });
    expect(report.figures.map(({ value }: { value: number }) => value)).toEqual([2, 1]);
    const { isPublished, days } = await yearOf(2029);
    expect(isPublished).toBe(true);
    expect(days.map(({ day, own }) => [day, own?.kind, own?.name])).toEqual([
      ['2029-01-01', 'OFF', '元旦'],
      ['2029-01-02', 'OFF', '元旦'],
      ['2029-01-06', 'WORK', '调休上班'],
    ]);
    expect((await yearOf(2029, other)).isPublished).toBe(false);
  });

  test('replaces what stood there, and national days are every tenant’s', async () => {
    expect((await upload(['2030-01-01,放假,元旦'], { layer: 'NATIONAL' })).msg).toBe(
      '国家日历由平台管理员维护',
    );
    await imported(['2030-01-01,放假,元旦'], { layer: 'NATIONAL' }, platform);
    await imported(['2030-01-01,上班,新年'], { layer: 'NATIONAL' }, platform);
    expect((await yearOf(2030, other)).days).toEqual([
      { day: '2030-01-01', own: null, national: { kind: 'WORK', name: '新年' } },
    ]);
  });

  test('leaves days alone that a plan has issued by, and takes those that say what stands there', async () => {
    await edit({ day: '2026-08-03', kind: 'OFF', name: '团建' });
    await runOf({ runOn: '2026-08-03', plannedAt: '2026-08-02T16:10:00Z' });
    const { report } = await imported(['2026-08-03,放假,团建', '2026-08-04,放假,团建']);
    expect(report).toMatchObject({ good: 2, bad: 0 });
    const { report: refused } = await imported(['2026-08-03,上班,团建', '2026-08-05,放假,团建']);
    expect(refused).toMatchObject({ good: 1, bad: 1 });
    expect((await dayOf('2026-08-03'))?.own?.kind).toBe('OFF');
    expect((await dayOf('2026-08-05'))?.own?.kind).toBe('OFF');
  });
});

let runs = 0;

/** A run of a plan as the table has it. */
async function runOf({
  runOn,
  plannedAt,
  state = 'DONE',
}: {
  runOn: string;
  plannedAt: string;
  state?: 'DONE' | 'SKIPPED';
}) {
  const { prisma } = api.deps.database;
  const tenant = tenantId('A');
  const { id: merchantId } = await prisma.merchant.findFirstOrThrow({ where: { tenantId: tenant } });
  runs += 1;
  const sha256 = '0'.repeat(64);
  const plan = await prisma.issuePlan.create({
    data: {
      tenantId: tenant,
      merchantId,
      code: `FP${String(90_000_000 + runs)}`,
      name: `日历${runs}`,
      type: 'DAILY',
      versions: { create: { no: 1, definition: {}, sha256 } },
    },
  });
  await prisma.issueBatch.create({
    data: {
      tenantId: tenant,
      merchantId,
      batchNo: `CALENDAR-${runs}`,
      name: '日历',
      reason: '日历',
      kind: 'RUN',
      planId: plan.id,
      planVersion: 1,
      period: runOn,
      runOn: new Date(runOn),
      plannedAt: new Date(plannedAt),
      effectiveOn: new Date(runOn),
      inputSha256: sha256,
      state,
    },
  });
}

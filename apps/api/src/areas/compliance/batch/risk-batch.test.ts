import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../../tests/support/operator.ts';
import { paidThen, riskPayer } from '../../../../../../tests/support/risk-payments.ts';
import { enabledRule, riskInbox, tenantId } from '../../../../../../tests/support/risk-rules.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { riskBatch } from './risk-batch.ts';

let api: TestApi;
let inboxId: string;
beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  const { session } = await operator(api, '合规专员', { permissions: ['compliance.view'] });
  inboxId = await riskInbox(api, session.userId);
});
afterAll(() => api.close());

const expressionOf = (code: string) => riskTemplates.find((one) => one.code === code)?.expression ?? {};
/** As if six minutes of the database's clock had passed: what came in until now is looked at. */
const ahead = -6 * 60_000;
const hitsOf = (versionId: string) =>
  api.deps.database.prisma.riskHit.findMany({
    where: { tenantId, versionId },
    orderBy: { at: 'asc' },
    include: { pending: true },
  });
const runsOf = (versionId: string) =>
  api.deps.database.prisma.riskRun.findMany({ where: { tenantId, versionId }, orderBy: { to: 'asc' } });
/** A rule over calendar days. */
const focusOfDay = () =>
  enabledRule(api, inboxId, { ...expressionOf('FOCUS'), window: { kind: 'DAY' } }, { online: false });
/** The batch at one in the morning of a day, when the day before is looked at. */
async function look(day: string): Promise<void> {
  api.clock.setBusinessOffset(Date.parse(`${day}T01:00:00+08:00`) - api.clock.now().getTime());
  await riskBatch(api.deps);
}
const minutes = (n: number) => new Date(Date.parse('2026-11-20T02:00:00Z') + n * 60_000);

test('what came in is looked through once, also by replicas side by side', async () => {
  const version = await enabledRule(api, inboxId, expressionOf('NIGHT'));
  await riskBatch(api.deps, 60_000);
  const payer = await riskPayer(api, '2020-01-01');
  const night = (n: number) => ({ at: new Date(Date.parse('2026-11-20T16:00:00Z') + n * 60_000) });
  await paidThen(api, payer, [0, 10, 20, 30, 40, 50].map(night));
  await Promise.all([riskBatch(api.deps, ahead), riskBatch(api.deps, ahead)]);
  expect(await hitsOf(version)).toMatchObject([
    { subjectId: payer.id, at: night(40).at, facts: { count: 5 }, eventType: 'PAYMENT', shadow: false },
  ]);
  const [hit] = await hitsOf(version);
  expect(hit?.pending).not.toBeNull();
  await riskBatch(api.deps, ahead);
  expect(await hitsOf(version)).toHaveLength(1);
  const runs = await runsOf(version);
  for (const [n, { from }] of runs.entries()) if (n > 0) expect(from).toEqual(runs[n - 1]?.to);
});

test('what is booked back is found by when it came in, and so is what happened after it', async () => {
  const version = await enabledRule(api, inboxId, expressionOf('SPLIT'));
  await riskBatch(api.deps, 20 * 60_000);
  const payer = await riskPayer(api, '2020-01-01');
  const before = new Date(Date.now() - 15 * 60_000);
  const paid = (minute: number) => ({ at: minutes(minute), amount: 400_000 });
  await paidThen(
    api,
    payer,
    [0, 120].map((minute) => ({ ...paid(minute), came: before })),
  );
  await riskBatch(api.deps, 8 * 60_000);
  expect(await hitsOf(version)).toEqual([]);
  await paidThen(api, payer, [paid(60)]);
  await riskBatch(api.deps, ahead);
  expect(await hitsOf(version)).toMatchObject([
    { at: minutes(120), amount: 1_200_000n, facts: { count: 3 } },
  ]);
});

test('a calendar window is looked at an hour after its end, whatever the clock does then', async () => {
  const version = await focusOfDay();
  const payer = await riskPayer(api, '2020-01-01');
  const day = '2027-03-01';
  const at = (time: string) => new Date(`${day}T${time}+08:00`);
  await paidThen(
    api,
    payer,
    Array.from({ length: 12 }, (_, n) => ({ at: at(`${10 + n}:00:00`), amount: 40_000 })),
  );
  const clock = (time: string, on = '2027-03-02') =>
    api.clock.setBusinessOffset(Date.parse(`${on}T${time}+08:00`) - api.clock.now().getTime());
  clock('00:59:59');
  await riskBatch(api.deps);
  expect(await hitsOf(version)).toEqual([]);
  clock('01:00:00');
  await riskBatch(api.deps);
  const hit = { subjectId: payer.id, key: at('00:00:00').toISOString(), at: at('21:00:00'), eventId: null };
  expect(await hitsOf(version)).toMatchObject([{ ...hit, facts: { count: 12, topShare: 10_000 } }]);
  for (const on of ['2026-03-02', '2027-03-02', '2027-03-04']) {
    clock('01:00:00', on);
    await riskBatch(api.deps);
  }
  expect(await hitsOf(version)).toHaveLength(1);
  const runs = await runsOf(version);
  expect(new Set(runs.map(({ from }) => from.getTime())).size).toBe(runs.length);
});

test('what came in after a calendar window was looked at is found with the next one, once', async () => {
  const version = await focusOfDay();
  const payer = await riskPayer(api, '2020-01-01');
  const paid = (hour: number) => ({ at: new Date(`2027-03-06T${hour}:00:00+08:00`), amount: 40_000 });
  await look('2027-03-06');
  await paidThen(api, payer, [10, 11, 12, 13, 14, 15, 16, 17, 18].map(paid));
  await look('2027-03-07');
  expect(await hitsOf(version)).toEqual([]);
  await paidThen(api, payer, [paid(19)]);
  await look('2027-03-07');
  expect(await hitsOf(version)).toEqual([]);
  await look('2027-03-08');
  const key = new Date('2027-03-06T00:00:00+08:00').toISOString();
  expect(await hitsOf(version)).toMatchObject([{ subjectId: payer.id, key, facts: { count: 10 } }]);
  await look('2027-03-09');
  expect(await hitsOf(version)).toHaveLength(1);
});

test('what was on its way as a calendar window was looked at is found with the next one', async () => {
  const version = await focusOfDay();
  const payer = await riskPayer(api, '2020-01-01');
  await look('2027-04-06');
  await look('2027-04-07');
  // Begun before the look and seen only after it: its ids are older than the run.
  const came = new Date(Date.now() - 60_000);
  await paidThen(
    api,
    payer,
    Array.from({ length: 10 }, (_, n) => ({
      ...{ at: new Date(`2027-04-06T${10 + n}:00:00+08:00`), amount: 40_000, came },
    })),
  );
  await look('2027-04-08');
  expect(await hitsOf(version)).toMatchObject([{ subjectId: payer.id, facts: { count: 10 } }]);
});

test('a hit of a calendar window belongs to the merchant and company of its last record', async () => {
  const expression = {
    ...{ source: 'PAYMENT', subject: 'PAYEE', filters: [], window: { kind: 'DAY' } },
    aggregates: [{ kind: 'SUM', name: 'sum' }],
    when: { of: 'sum', op: 'GE', value: 777_000_000 },
  };
  const version = await enabledRule(api, inboxId, expression, { online: false });
  const first = await riskPayer(api, '2020-01-01');
  const { companyId } = await api.deps.database.prisma.merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE', companyId: { notIn: [first.companyId] } },
  });
  const last = await riskPayer(api, '2020-01-01', null, companyId as string);
  const paid = (hour: number) => ({
    ...{ at: new Date(`2027-05-06T${hour}:00:00+08:00`), amount: 388_500_000 },
  });
  await look('2027-05-06');
  await paidThen(api, first, [paid(10)]);
  await paidThen(api, last, [paid(18)]);
  await look('2027-05-07');
  expect(await hitsOf(version)).toMatchObject([
    { subjectId: first.payees[0], merchantId: last.merchantId, companyId },
  ]);
});

test('a window before the version was first looked with is not looked at for what came in late', async () => {
  const version = await focusOfDay();
  const payer = await riskPayer(api, '2020-01-01');
  await look('2027-03-12');
  const long = (hour: number) => ({ at: new Date(`2027-02-01T${hour}:00:00+08:00`), amount: 40_000 });
  await paidThen(api, payer, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map(long));
  await look('2027-03-13');
  expect(await hitsOf(version)).toEqual([]);
});

import type { PlanTiming } from '@xyxlx/contracts/issue-schedule';
import { tenantId } from '@xyxlx/database/seed/tenants';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plans } from '../../../../../../tests/support/issue-plans.ts';
import { openPlanDesk } from '../../../../../../tests/support/plan-desk.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../../platform/time/shanghai.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const tenant = tenantId('A');
const dayOf = (days: number) => dayBefore('2026-11-20', -days);

const joiners = fc.constantFrom('NEXT', 'FULL', 'CALENDAR', 'WORKDAY');
/** Any plan, with joiners where its type has them. */
const anyPlan: fc.Arbitrary<PlanTiming> = fc
  .record({ plan: plans, joiner: joiners })
  .map(({ plan, joiner }) => {
    const { type } = plan.schedule;
    return type === 'WEEKLY' || type === 'MONTHLY' ? ({ ...plan, joiner } as PlanTiming) : plan;
  });
const person = fc.record({
  hired: fc.integer({ min: -400, max: 60 }),
  born: fc.integer({ min: 0, max: 366 }),
  isFrozen: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});
const ownDay = fc.record({
  day: fc.integer({ min: 1, max: 90 }),
  kind: fc.constantFrom('OFF', 'WORK'),
  name: fc.constantFrom('团建', '春节', '国庆节'),
});

test('what a preview says of the next runs is what they then come to, and nobody gets a period twice', {
  timeout: 240_000,
}, async () => {
  const { prisma } = api.deps.database;
  await fc.assert(
    fc.asyncProperty(
      anyPlan,
      fc.array(person, { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(ownDay, { maxLength: 12, selector: ({ day }) => day }),
      async (plan, people, own) => {
        await prisma.issuePlan.updateMany({
          where: { tenantId: tenant, state: 'ENABLED' },
          data: { state: 'DISABLED' },
        });
        await prisma.workDay.deleteMany({ where: { tenantId: tenant } });
        // Both years are published, the next one by its New Year alone.
        const newYear = { day: new Date('2027-01-01'), kind: 'OFF', name: '元旦' };
        await prisma.workDay.createMany({
          data: [
            { tenantId: tenant, ...newYear },
            ...own
              .filter(({ day }) => dayOf(day) !== '2027-01-01')
              .map(({ day, ...said }) => ({ tenantId: tenant, day: new Date(dayOf(day)), ...said })),
          ] as never,
        });
        const desk = await openPlanDesk(api);
        desk.at(`${dayOf(0)}T04:00:00Z`);
        for (const { hired, born, isFrozen } of people) {
          await desk.hire(dayOf(hired), {
            birthday: new Date(Date.parse('2000-01-01') + born * 86_400_000),
            ...(isFrozen && { state: 'FROZEN' }),
          });
        }
        const festivals =
          plan.schedule.type === 'FESTIVAL'
            ? plan.schedule.festivals.filter((one) => one.by === 'DAY' || one.name !== '团建')
            : [];
        fc.pre(plan.schedule.type !== 'FESTIVAL' || festivals.length > 0);
        fc.pre(plan.validTo === null || plan.validTo >= dayOf(0));
        const schedule = plan.schedule.type === 'FESTIVAL' ? { ...plan.schedule, festivals } : plan.schedule;
        const { id } = await desk.enabled({ ...plan, schedule, catchUp: { runs: 'ALL', days: 7 } });
        const until = dayOf(60);
        const previewed = (await desk.preview({ id, count: 4 })).filter(
          ({ runAt }) => runAt !== null && shanghaiDay(new Date(runAt)) <= until,
        );
        const lastAt = previewed.at(-1)?.runAt;
        const end = lastAt ? dayBefore(shanghaiDay(new Date(lastAt)), -32) : dayOf(40);
        const looks = new Set([
          ...previewed.map(({ runAt }) => shanghaiDay(new Date(runAt as string))),
          ...people.map(({ hired }) => dayOf(hired)).filter((day) => day > dayOf(0) && day <= end),
        ]);
        for (const day of [...looks].sort()) {
          desk.at(new Date(startOfDay(dayBefore(day, -1)).getTime() - 10_000).toISOString());
          await desk.tick();
        }
        const runs = await desk.runs(id);
        const days = new Set(previewed.map(({ runOn }) => runOn));
        const happened = runs
          .filter(({ kind, day }) => kind === 'RUN' && days.has(day))
          .map(({ day, period, state, doneAmount }) => {
            const later = runs.filter((one) => one.kind === 'JOINER' && one.period === period);
            return {
              runOn: day,
              isSkipped: state === 'SKIPPED',
              amount: later.reduce((sum, one) => sum + one.doneAmount, doneAmount),
            };
          });
        expect(happened).toEqual(
          previewed
            .map(({ runOn, note, amount }) => ({ runOn, isSkipped: note === '已过有效期', amount }))
            .sort((a, b) => (a.runOn < b.runOn ? -1 : 1)),
        );
        const last = previewed.at(-1)?.runOn;
        const unforeseen = runs.filter(
          ({ kind, day }) => kind === 'RUN' && !days.has(day) && last && day < last,
        );
        expect(unforeseen).toEqual([]);
        const rows = await prisma.issueRow.findMany({ where: { tenantId: tenant, planId: id } });
        expect(new Set(rows.map(({ employeeId, period }) => `${employeeId} ${period}`)).size).toBe(
          rows.length,
        );
      },
    ),
    { numRuns: 25, interruptAfterTimeLimit: 150_000 },
  );
});

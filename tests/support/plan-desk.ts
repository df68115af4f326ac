import type { IssuePlanDetail, PreviewedRun } from '@xyxlx/contracts/issue-plan';
import { tenantId } from '@xyxlx/database/seed/tenants';
import { expect, vi } from 'vitest';
import { planRuns } from '../../apps/api/src/areas/issuing/plan/plan-runs.ts';
import { companyBehind } from '../../apps/api/src/platform/fund/fund.ts';
import { merchantForm } from './merchants.ts';
import type { TestApi } from './test-api.ts';

/** A run as tests look at it, in the order of its own day. */
export interface RunOutcome {
  id: string;
  kind: string;
  day: string;
  period: string;
  state: string;
  message: string;
  total: number;
  amount: number;
  doneAmount: number;
}

/** What tests of plans begin with: a merchant of its own, people as they are asked for, and a business clock that is set. */
export interface PlanDesk {
  maker: string;
  checker: string;
  merchantId: string;
  /** Sets the business clock. */
  at(instant: string): void;
  hire(hiredOn: string, more?: object): Promise<string>;
  form(more?: object): object;
  /** An enabled plan, handed in and approved at this moment of the business clock. */
  enabled(more?: object): Promise<IssuePlanDetail>;
  /** Does what is due, and waits until no run is under way. */
  tick(...replicas: TestApi[]): Promise<void>;
  runs(planId: string): Promise<RunOutcome[]>;
  preview(input: object): Promise<PreviewedRun[]>;
  act(action: string, input: object, token?: string): Promise<{ code: number; msg: string; result: never }>;
}

let made = 0;

/** Opens one; each has another merchant of tenant A. */
export async function openPlanDesk(api: TestApi): Promise<PlanDesk> {
  const maker = await api.signIn('13800000002');
  const checker = await api.signIn('13800000003');
  const { prisma, pool } = api.deps.database;
  const ofTenant = { tenantId: tenantId('A') };
  made += 1;
  const {
    id: _,
    changeId: __,
    ...like
  } = await prisma.merchant.findFirstOrThrow({
    where: { ...ofTenant, state: 'ACTIVE', companyId: { not: null } },
    orderBy: { id: 'asc' },
  });
  const own = { merchantNo: `MPLAN${made}`, name: `计划商户${made}`, creditCode: merchantForm().creditCode };
  const { id: merchantId } = await prisma.merchant.create({ data: { ...like, ...own } });
  const { companyId } = await companyBehind(pool, ofTenant.tenantId, merchantId);
  let hired = 0;

  const act: PlanDesk['act'] = async (action, input, token = maker) =>
    (await api.call(`autoIssue/${action}`, input, token)).body;
  const form = (more: object = {}) => {
    made += 1;
    return {
      ...{ merchantId, name: `计划${made}`, target: { by: 'ALL' }, amount: { by: 'SAME', amount: 2_500 } },
      ...{ schedule: { type: 'DAILY' }, accumulation: { kind: 'NONE' }, validFrom: '2026-01-01', ...more },
    };
  };
  const runs: PlanDesk['runs'] = async (planId) => {
    const { body } = await api.call('autoIssue/queryExecution', { planId, pageSize: 200 }, maker);
    return body.result.list
      .map(({ runOn, ...run }: { runOn: string }) => ({ ...run, day: runOn }))
      .sort((a: RunOutcome, b: RunOutcome) => (`${a.day}${a.kind}` < `${b.day}${b.kind}` ? -1 : 1));
  };
  return {
    ...{ maker, checker, merchantId, act, form, runs },
    at: (instant) => api.clock.setBusinessOffset(Date.parse(instant) - api.clock.now().getTime()),
    hire: async (hiredOn, more = {}) => {
      hired += 1;
      const mobile = `137${String(made * 1_000 + hired).padStart(8, '0')}`;
      const { id } = await prisma.employee.create({
        data: {
          ...{ ...ofTenant, merchantId, employeeNo: `EPLAN${made}-${hired}`, name: `员工${hired}`, mobile },
          ...{ hiredOn: new Date(hiredOn), state: 'ACTIVE', ...more },
        },
      });
      await prisma.limitAccount.create({ data: { ...ofTenant, merchantId, companyId, employeeId: id } });
      return id;
    },
    enabled: async (more = {}) => {
      const added = await act('addPlan', form(more));
      expect(added).toMatchObject({ code: 200 });
      const { id, version } = added.result as IssuePlanDetail;
      expect(await act('submitPlan', { id, version, reason: '需要' })).toMatchObject({ code: 200 });
      const { id: approvalId } = await prisma.approval.findFirstOrThrow({
        where: { ...ofTenant, subjectType: 'issuePlan', subjectId: id, state: 'PENDING' },
      });
      const { body } = await api.call('approval/approve', { id: approvalId }, checker);
      expect(body).toMatchObject({ code: 200 });
      return (await act('getPlan', { id })).result;
    },
    tick: async (...replicas) => {
      await Promise.all([api, ...replicas].map(({ deps }) => planRuns(deps)));
      await vi.waitUntil(
        async () => {
          const where = { ...ofTenant, planId: { not: null } };
          const live = { in: ['SCHEDULED' as const, 'RUNNING' as const] };
          return (await prisma.issueBatch.count({ where: { ...where, state: live } })) === 0;
        },
        { timeout: 20_000 },
      );
    },
    preview: async (input) => (await act('previewPlan', input)).result,
  };
}
